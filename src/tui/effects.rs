//! Carrying out what the state asks for. Nothing here blocks the loop: each effect goes to a thread, and its answer comes
//! back through the channel.

#[cfg(feature = "fetch")]
mod many;

use super::Incoming;
use crate::app::{Effect, Event, Message};
#[cfg(feature = "fetch")]
use crate::fetch::Site;
#[cfg(feature = "fetch")]
use crate::load::{Copy, nothing_kept};
use crate::load::{Network, Target};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

/// How long leaving may take, to keep what was fetched last.
const TO_KEEP: Duration = Duration::from_secs(1);

/// What carries out effects.
pub struct Hands {
    sender: Sender<Incoming>,
    analysis: Sender<Job>,
    network: Network,
    #[cfg(feature = "history")]
    reader: super::recall::Reader,
    #[cfg(feature = "fetch")]
    courier: crate::fetch::Courier,
    /// The load that is wanted, as opposed to one that was given up.
    #[cfg(feature = "fetch")]
    wanted: Option<u64>,
    /// The many that are wanted.
    #[cfg(feature = "fetch")]
    many: Option<u64>,
    #[cfg(feature = "clipboard")]
    clipboard: crate::clipboard::Clipboard,
}

type Job = Box<dyn FnOnce() -> Message + Send>;

impl Hands {
    /// Starts the analysis thread.
    pub fn new(sender: Sender<Incoming>, network: Network) -> Self {
        let (analysis, jobs) = mpsc::channel::<Job>();
        let answers = sender.clone();
        // Where the system gives no thread, issues are never found, and the title says that they are looked for.
        _ = thread::Builder::new().name("analysis".into()).spawn(move || {
            while let Ok(job) = jobs.recv() {
                _ = answers.send(Incoming::Event(Event::Message(Box::new(job()))));
            }
        });
        Self {
            sender,
            analysis,
            network,
            #[cfg(feature = "history")]
            reader: super::recall::Reader::default(),
            #[cfg(feature = "fetch")]
            courier: crate::fetch::Courier::new(),
            #[cfg(feature = "fetch")]
            wanted: None,
            #[cfg(feature = "fetch")]
            many: None,
            #[cfg(feature = "clipboard")]
            clipboard: crate::clipboard::Clipboard::default(),
        }
    }

    /// Carries out an effect. Leaving and stopping are the loop's own.
    pub fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Load { ticket, target, fresh } => self.load(ticket, &target, fresh),
            Effect::CancelLoad => self.cancel(),
            Effect::Examine { ticket, examination } => {
                let job = move || Message::Issues { ticket, issues: examination.run() };
                _ = self.analysis.send(Box::new(job));
            }
            #[cfg(feature = "fetch")]
            Effect::Survey { ticket, asked, named } => self.look_up(ticket, asked, named),
            #[cfg(feature = "fetch")]
            Effect::AskAs { ticket, url } => self.ask_as(ticket, &url),
            #[cfg(feature = "fetch")]
            Effect::CancelMany => self.cancel_many(),
            // Without fetching no file comes from a site.
            #[cfg(not(feature = "fetch"))]
            Effect::Survey { .. } | Effect::AskAs { .. } | Effect::CancelMany => {}
            Effect::ReadClipboard => self.read_clipboard(),
            Effect::Copy(text) => self.copy(text),
            Effect::Recall { .. }
            | Effect::Compile { .. }
            | Effect::Compare { .. }
            | Effect::Diff { .. }
            | Effect::LoadVersion { .. } => self.recall(effect),
            Effect::Quit | Effect::Suspend | Effect::Mouse(_) => {}
        }
    }

    #[cfg_attr(not(feature = "fetch"), allow(unused_variables, reason = "nothing is kept either"))]
    fn load(&mut self, ticket: u64, text: &str, fresh: bool) {
        self.cancel();
        match Target::read(text) {
            Err(why) => send(&self.sender, Message::Loaded { ticket, result: Err(why) }),
            #[cfg(feature = "fetch")]
            Ok(Target::Site(site)) => self.site(ticket, site, fresh),
            Ok(target) => {
                let sender = self.sender.clone();
                // A pipe or a file on a network may take its time.
                _ = thread::Builder::new().name("reading".into()).spawn(move || {
                    let result = target.load().unwrap_or_else(|| Err("This target cannot be read.".to_owned()));
                    send(&sender, Message::Loaded { ticket, result });
                });
            }
        }
    }

    /// Fetches a site; what was kept of it is looked up first, unless nothing of it is wanted.
    #[cfg(feature = "fetch")]
    fn site(&mut self, ticket: u64, site: Site, fresh: bool) {
        self.wanted = Some(ticket);
        if fresh && !self.network.offline {
            return self.fetch(ticket, site, None);
        }
        let (sender, asked) = (self.sender.clone(), site.clone());
        // The answer comes back through the loop: whoever has asked for something else meanwhile is not bothered.
        self.network
            .copy(&asked, move |copy| _ = sender.send(Incoming::Kept { ticket, site, copy: copy.map(Box::new) }));
    }

    /// Goes on with a site, once it is known what was kept of it.
    #[cfg(feature = "fetch")]
    pub fn go_on(&mut self, ticket: u64, site: Site, copy: Option<Copy>) {
        if self.wanted != Some(ticket) {
            return;
        }
        if self.network.offline {
            let result = copy.map(|copy| copy.loaded(&site)).ok_or_else(|| nothing_kept(&site));
            return send(&self.sender, Message::Loaded { ticket, result });
        }
        if let Some(copy) = copy.as_ref().filter(|copy| copy.is_fresh(crate::fetch::now().unix)) {
            send(&self.sender, Message::Held { ticket, loaded: copy.clone().loaded(&site) });
        }
        self.fetch(ticket, site, copy);
    }

    #[cfg(feature = "fetch")]
    fn fetch(&mut self, ticket: u64, site: Site, copy: Option<Copy>) {
        let (sender, network, asked) = (self.sender.clone(), self.network.clone(), site.clone());
        let options = self.network.options_with(copy.as_ref());
        self.courier.start(site, options, move |fetched| {
            let complaints = sender.clone();
            let say = move |sentence| send(&complaints, Message::NotKept(sentence));
            match network.arrived(&asked, fetched, copy, say) {
                Some(loaded) => send(&sender, Message::Loaded { ticket, result: Ok(loaded) }),
                // It has to be asked again without the copy.
                None => _ = sender.send(Incoming::Kept { ticket, site: asked, copy: None }),
            }
        });
    }

    /// Asks the history, where there is one.
    #[cfg_attr(not(feature = "history"), allow(clippy::unused_self, reason = "there is none to be asked"))]
    fn recall(&mut self, effect: Effect) {
        #[cfg(feature = "history")]
        if let Some(keeper) = self.network.archive.keeper() {
            self.reader.carry_out(keeper, self.sender.clone(), effect);
        }
        #[cfg(not(feature = "history"))]
        drop(effect);
    }

    fn cancel(&mut self) {
        #[cfg(feature = "fetch")]
        {
            self.wanted = None;
        }
        #[cfg(feature = "fetch")]
        self.courier.cancel();
    }

    #[cfg(feature = "clipboard")]
    fn read_clipboard(&mut self) {
        if is_remote() {
            let why = "Over SSH the clipboard is the other machine's: paste with the terminal's own key.".to_owned();
            return send(&self.sender, Message::Clipboard(Err(why)));
        }
        let sender = self.sender.clone();
        self.clipboard.read(move |result| send(&sender, Message::Clipboard(result)));
    }

    #[cfg(not(feature = "clipboard"))]
    fn read_clipboard(&mut self) {
        let why = "This robotui was built without the clipboard: paste with the terminal's own key.".to_owned();
        send(&self.sender, Message::Clipboard(Err(why)));
    }

    /// Inside tmux through tmux; else over SSH through the terminal; else to the clipboard, and through the terminal where
    /// there is none.
    fn copy(&mut self, text: String) {
        if text.is_empty() {
            return send(&self.sender, Message::Copied(Err("There is nothing to copy here.".to_owned())));
        }
        let sender = self.sender.clone();
        if std::env::var_os("TMUX").is_some_and(|value| !value.is_empty()) {
            _ = thread::Builder::new().name("tmux".into()).spawn(move || match to_tmux(&text) {
                Ok(()) => send(&sender, Message::Copied(Ok("Copied to tmux and its terminal.".to_owned()))),
                Err(_) => _ = sender.send(Incoming::CopyThroughTerminal(text)),
            });
        } else if is_remote() {
            _ = sender.send(Incoming::CopyThroughTerminal(text));
        } else {
            self.copy_locally(text, sender);
        }
    }

    #[cfg(feature = "clipboard")]
    fn copy_locally(&mut self, text: String, sender: Sender<Incoming>) {
        self.clipboard.write(text, move |result| match result {
            Ok(how) => send(&sender, Message::Copied(Ok(how))),
            Err(text) => _ = sender.send(Incoming::CopyThroughTerminal(text)),
        });
    }

    #[cfg(not(feature = "clipboard"))]
    fn copy_locally(&mut self, text: String, sender: Sender<Incoming>) {
        _ = sender.send(Incoming::CopyThroughTerminal(text));
    }
}

impl Drop for Hands {
    /// The screen is gone already; what was just fetched is kept, unless another process holds the history.
    fn drop(&mut self) {
        _ = self.network.archive.finish(TO_KEEP);
    }
}

/// Whether the person sits at another machine.
fn is_remote() -> bool {
    ["SSH_TTY", "SSH_CONNECTION"].iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

fn to_tmux(text: &str) -> std::io::Result<()> {
    let mut tmux = Command::new("tmux")
        .args(["load-buffer", "-w", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = tmux.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    if tmux.wait()?.success() { Ok(()) } else { Err(std::io::ErrorKind::Other.into()) }
}

pub fn send(sender: &Sender<Incoming>, message: Message) {
    // Where the loop is gone, nobody wants the answer.
    _ = sender.send(Incoming::Event(Event::Message(Box::new(message))));
}
