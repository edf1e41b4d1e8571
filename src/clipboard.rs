//! The system clipboard, on a thread of its own: opening it can block, and under X11 a copied text lives as long as the
//! program keeps its clipboard open.

use std::sync::mpsc::{self, Sender};

/// What is asked of the clipboard; the answer goes to the function that comes with it.
enum Request {
    Read(Answer),
    Write(String, Answer),
}

type Answer = Box<dyn FnOnce(Result<String, String>) + Send>;

/// A door to the clipboard. Opened by the first request.
#[derive(Debug, Default)]
pub struct Clipboard {
    requests: Option<Sender<Request>>,
}

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Request")
    }
}

impl Clipboard {
    /// Reads the clipboard's text.
    pub fn read(&mut self, answer: impl FnOnce(Result<String, String>) + Send + 'static) {
        self.send(Request::Read(Box::new(answer)));
    }

    /// Puts a text on the clipboard; the answer gives it back where that failed.
    pub fn write(&mut self, text: String, answer: impl FnOnce(Result<String, String>) + Send + 'static) {
        self.send(Request::Write(text, Box::new(answer)));
    }

    fn send(&mut self, request: Request) {
        let requests = self.requests.get_or_insert_with(|| {
            let (requests, queue) = mpsc::channel();
            // Where the system gives no thread, the queue is dropped and each request with it.
            _ = std::thread::Builder::new().name("clipboard".into()).spawn(move || serve(&queue));
            requests
        });
        // A door that has closed answers nothing; the person sees that nothing was said.
        _ = requests.send(request);
    }
}

fn serve(queue: &mpsc::Receiver<Request>) {
    let mut clipboard = arboard::Clipboard::new();
    while let Ok(request) = queue.recv() {
        if clipboard.is_err() {
            clipboard = arboard::Clipboard::new();
        }
        match request {
            Request::Read(answer) => answer(match &mut clipboard {
                Ok(clipboard) => clipboard.get_text().map_err(|e| format!("The clipboard could not be read: {e}")),
                Err(e) => Err(format!("There is no clipboard to read ({e}). Paste with the terminal's own key.")),
            }),
            Request::Write(text, answer) => {
                let done = clipboard.as_mut().is_ok_and(|clipboard| clipboard.set_text(&text).is_ok());
                answer(if done { Ok("Copied to the clipboard.".to_owned()) } else { Err(text) });
            }
        }
    }
}
