//! A server on the loopback address that does exactly what a test tells it to, however wrong.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Listens until the test is over, and remembers what it was asked.
pub struct Server {
    pub address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Answers every connection, each on a thread of its own: `answer` is given the request and the connection.
    pub fn new(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Self {
        Self::on("127.0.0.1:0", answer).expect("the loopback address")
    }

    /// Ends every connection with a reset: what it was asked is left unread.
    pub fn resetting() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("the loopback address");
        let address = listener.local_addr().expect("an address");
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                thread::sleep(Duration::from_millis(200));
                drop(stream);
            }
        });
        Self { address, requests: Arc::default() }
    }

    pub fn on(address: &str, answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (heard, answer) = (Arc::clone(&requests), Arc::new(answer));
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let (heard, answer) = (Arc::clone(&heard), Arc::clone(&answer));
                thread::spawn(move || {
                    let request = read_request(&mut stream);
                    heard.lock().expect("no panic").push(request.clone());
                    answer(&request, &mut stream);
                });
            }
        });
        Ok(Self { address, requests })
    }

    /// Sends the same bytes to everybody.
    pub fn sending(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::new(move |_, stream| send(stream, &bytes))
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no panic").clone()
    }
}

/// An answer with a status line, headers and the right length.
pub fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

pub fn redirect(location: &str) -> Vec<u8> {
    answer("301 Moved Permanently", &format!("Location: {location}\r\n"), b"")
}

/// Sends, and does not mind that the other side hung up.
pub fn send(stream: &mut TcpStream, bytes: &[u8]) {
    let _ = stream.write_all(bytes);
    let _ = stream.flush();
}

fn read_request(stream: &mut TcpStream) -> String {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
    let mut request = Vec::new();
    let mut buffer = [0; 4096];
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut buffer) {
            // The first byte of a TLS handshake: there will be no empty line.
            Ok(read) if read > 0 && (!request.is_empty() || buffer[0] != 0x16) => request.extend(&buffer[..read]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&request).into_owned()
}
