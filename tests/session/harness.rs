//! The real program in a pseudo-terminal, with a terminal's reading of what it writes. Every wait is for a condition.

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtyPair, PtySize, native_pty_system};
use std::io::{Read as _, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What begins a frame.
pub const BEGIN: &[u8] = b"\x1b[?2026h";
/// What ends one.
pub const END: &[u8] = b"\x1b[?2026l";

/// How long a condition may take to come true on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(10);

/// The program at work.
pub struct Session {
    child: Program,
    pair: PtyPair,
    keys: Box<dyn Write + Send>,
    terminal: Arc<Terminal>,
    reader: JoinHandle<()>,
    before: String,
    /// The program, where it is not the process that was started.
    job: Option<u32>,
}

/// The process. It does not outlive its test.
struct Program(Box<dyn Child + Send + Sync>);

impl Drop for Program {
    fn drop(&mut self) {
        if !matches!(self.0.try_wait(), Ok(Some(_))) {
            _ = self.0.kill();
            _ = self.0.wait();
        }
    }
}

/// The far side of the pseudo-terminal.
struct Terminal {
    seen: Mutex<Seen>,
    changed: Condvar,
    /// Nothing is taken from the program, as when the line to it is dead.
    stalled: AtomicBool,
}

/// What has come so far.
struct Seen {
    bytes: Vec<u8>,
    parser: vt100::Parser,
    /// The person has closed the window.
    closed: bool,
}

impl Session {
    /// Starts the program in a terminal of 80x24.
    pub fn new(arguments: &[&str]) -> Self {
        Self::sized(arguments, 80, 24)
    }

    /// Starts it in a terminal of some size.
    pub fn sized(arguments: &[&str], width: u16, height: u16) -> Self {
        Self::program(env!("CARGO_BIN_EXE_robotui"), arguments, &[], width, height)
    }

    /// Starts it with something in its environment.
    pub fn within(environment: &[(&str, &str)], arguments: &[&str]) -> Self {
        Self::program(env!("CARGO_BIN_EXE_robotui"), arguments, environment, 80, 24)
    }

    /// Starts a line of shell, with the program as `$ROBOTUI`.
    pub fn shell(line: &str) -> Self {
        let environment = [("ROBOTUI", env!("CARGO_BIN_EXE_robotui"))];
        Self::program("/bin/sh", &["-c", line], &environment, 80, 24)
    }

    /// Starts it on the demo file with a config file, in a place of this name.
    pub fn configured(name: &str, config: &str) -> Self {
        let home = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
        std::fs::create_dir_all(format!("{home}/robotui")).expect("a directory");
        std::fs::write(format!("{home}/robotui/config.toml"), config).expect("a file");
        Self::shell(&format!("XDG_CONFIG_HOME='{home}' exec \"$ROBOTUI\" --demo"))
    }

    /// Starts some program.
    pub fn program(program: &str, arguments: &[&str], environment: &[(&str, &str)], width: u16, height: u16) -> Self {
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        // An environment that has no say: no SSH, no tmux, no display, no proxy.
        command.env_clear();
        command.env("TERM", "xterm-256color");
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("LANG", "C.UTF-8");
        // Nor has a config file of whoever runs the tests.
        command.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"));
        // What is fetched is kept among the files of the tests.
        command.env("XDG_DATA_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/session"));
        for (name, value) in environment {
            command.env(name, value);
        }
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        let pair = native_pty_system().openpty(pty_size(width, height)).expect("a pseudo-terminal");
        let before = modes(&*pair.master);
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let parser = vt100::Parser::new(size(height), size(width), 0);
        let seen = Mutex::new(Seen { bytes: Vec::new(), parser, closed: false });
        let terminal = Arc::new(Terminal { seen, changed: Condvar::new(), stalled: AtomicBool::new(false) });
        let child = Program(pair.slave.spawn_command(command).expect("the program starts"));
        let there = Arc::clone(&terminal);
        let reader = thread::spawn(move || {
            let mut buffer = vec![0; 65536];
            while let Ok(read @ 1..) = output.read(&mut buffer) {
                while there.stalled.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(5));
                }
                // A test that has failed has nobody who looks.
                let Ok(mut seen) = there.seen.lock() else { return };
                seen.bytes.extend_from_slice(&buffer[..read]);
                seen.parser.process(&buffer[..read]);
                there.changed.notify_all();
                if seen.closed {
                    return;
                }
            }
        });
        Self { child, pair, keys, terminal, reader, before, job: None }
    }

    /// Presses keys, or pastes: writes to the program what a terminal would.
    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("the terminal takes keys");
    }

    /// Whether these bytes were among what the program wrote.
    pub fn wrote(&self, sequence: &[u8]) -> bool {
        contains(&self.since(0), sequence)
    }

    /// Pastes a text as a terminal does.
    pub fn paste(&mut self, text: &str) {
        self.press(&format!("\x1b[200~{text}\x1b[201~"));
    }

    /// Waits until something is true of the screen.
    #[track_caller]
    pub fn wait(&self, what: &str, is: impl Fn(&Screen) -> bool) {
        let seen = self.wait_seen(what, |seen| is(&Screen::of(seen)));
        drop(seen);
    }

    /// Waits until a text stands on the screen.
    #[track_caller]
    pub fn wait_for(&self, text: &str) {
        self.wait(text, |screen| screen.says(text));
    }

    #[track_caller]
    fn wait_seen(&self, what: &str, is: impl Fn(&Seen) -> bool) -> MutexGuard<'_, Seen> {
        let deadline = Instant::now() + PATIENCE;
        let mut seen = self.terminal.seen.lock().expect("no panic");
        while !is(&seen) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "{what:?} did not come; the screen:\n{}", seen.parser.screen().contents());
            seen = self.terminal.changed.wait_timeout(seen, left).expect("no panic").0;
        }
        seen
    }

    /// What is on the screen now.
    pub fn screen(&self) -> Screen {
        Screen::of(&self.terminal.seen.lock().expect("no panic"))
    }

    /// The number of bytes that have come.
    pub fn mark(&self) -> usize {
        self.terminal.seen.lock().expect("no panic").bytes.len()
    }

    /// The bytes that came after a mark.
    pub fn since(&self, mark: usize) -> Vec<u8> {
        self.terminal.seen.lock().expect("no panic").bytes[mark..].to_vec()
    }

    /// Waits until a sequence has come after a mark.
    #[track_caller]
    pub fn wait_bytes(&self, mark: usize, sequence: &[u8]) {
        drop(self.wait_seen("a sequence", |seen| contains(&seen.bytes[mark..], sequence)));
    }

    /// Does something, and returns the bytes of the frame that answers it. Nothing else may be under way.
    #[track_caller]
    pub fn frame_after(&mut self, act: impl FnOnce(&mut Self)) -> Vec<u8> {
        // The frame before may be on its way still.
        drop(self.wait_seen("rest", |seen| seen.bytes.ends_with(END)));
        let mark = self.mark();
        act(self);
        let seen = self.wait_seen("a frame", |seen| seen.bytes[mark..].ends_with(END));
        seen.bytes[mark..].to_vec()
    }

    /// Presses a key, and returns the bytes of the frame that answers it.
    #[track_caller]
    pub fn answer(&mut self, key: &str) -> Vec<u8> {
        self.frame_after(|session| session.press(key))
    }

    /// Gives the terminal another size. A terminal that lays its text out anew has nothing of value on it.
    pub fn resize(&mut self, width: u16, height: u16) {
        {
            let mut seen = self.terminal.seen.lock().expect("no panic");
            seen.parser.set_size(size(height), size(width));
        }
        self.pair.master.resize(pty_size(width, height)).expect("a size");
    }

    /// Sends a signal, by its name.
    pub fn signal(&self, name: &str) {
        let pid = self.pid().to_string();
        let kill = Command::new("sh").args(["-c", &format!("kill -{name} {pid}")]).status().expect("sh");
        assert!(kill.success());
    }

    pub fn pid(&self) -> u32 {
        self.job.unwrap_or_else(|| self.child.0.process_id().expect("it runs"))
    }

    /// From now on the program is the child of the shell that was started.
    #[cfg(target_os = "linux")]
    #[track_caller]
    pub fn is_a_job(&mut self) {
        let shell = self.pid();
        let is_child = |pid: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            // The state and the parent stand behind the name, which may hold anything.
            stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1)?.parse().ok()) == Some(shell)
        };
        let pids = std::fs::read_dir("/proc").expect("processes").flatten();
        self.job = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).find(is_child);
        assert!(self.job.is_some(), "the shell has no child");
    }

    /// The state of the process as the system names it: `S` sleeps, `T` is stopped.
    #[cfg(target_os = "linux")]
    pub fn state(&self) -> char {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap_or_default();
        stat.rsplit(") ").next().and_then(|rest| rest.chars().next()).unwrap_or('?')
    }

    /// How often the threads of the process have gone to sleep, which is as often as they were woken.
    #[cfg(target_os = "linux")]
    pub fn sleeps(&self) -> u64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.pid())).expect("it runs");
        let status = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("status")).ok());
        let count = |status: String| {
            let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
            line.trim().parse::<u64>().ok()
        };
        status.filter_map(count).sum()
    }

    /// The time that the process has spent on the CPU, in the ticks of the system.
    #[cfg(target_os = "linux")]
    pub fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap_or_default();
        let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11);
        fields.take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
    }

    /// The number of its threads.
    #[cfg(target_os = "linux")]
    pub fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.pid())).expect("it runs").count()
    }

    /// Whether it has a thread of this name.
    #[cfg(target_os = "linux")]
    pub fn has_thread(&self, name: &str) -> bool {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.pid())).expect("it runs").flatten();
        tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok()).any(|comm| comm.trim() == name)
    }

    /// The memory of its own that is in use, in KiB.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).expect("the system tells")
    }

    /// The terminal takes nothing more, as when the line to it is dead, or goes on.
    pub fn stall(&self, stalled: bool) {
        self.terminal.stalled.store(stalled, Ordering::Relaxed);
    }

    /// The number of bytes that the process has written.
    #[cfg(target_os = "linux")]
    pub fn written(&self) -> u64 {
        let io = std::fs::read_to_string(format!("/proc/{}/io", self.pid())).unwrap_or_default();
        io.lines().find_map(|line| line.strip_prefix("wchar: ")?.parse().ok()).unwrap_or(0)
    }

    /// Whether the terminal's modes are as they were before the program came.
    pub fn is_as_before(&self) -> bool {
        modes(&*self.pair.master) == self.before
    }

    /// Waits for the end.
    #[track_caller]
    pub fn ended(&mut self) -> ExitStatus {
        wait_until("the end", || self.child.0.try_wait().expect("a child")).expect("it ended")
    }

    /// Waits for the end, and sees to it that the terminal is as it was.
    #[track_caller]
    pub fn left(&mut self) -> ExitStatus {
        let status = self.ended();
        self.wait("the terminal given back", |screen| {
            !screen.alternate && !screen.bracketed_paste && !screen.cursor_hidden
        });
        let bytes = self.since(0);
        assert!(contains(&bytes, b"\x1b[?1049h"), "the alternate screen was never taken");
        assert!(contains(&bytes, b"\x1b[?1049l") && contains(&bytes, b"\x1b[?2004l") && contains(&bytes, b"\x1b[?25h"));
        assert!(self.is_as_before(), "\nbefore {}\nafter  {}", self.before, modes(&*self.pair.master));
        status
    }

    /// Closes the terminal's window, and waits for the end.
    #[track_caller]
    pub fn window_closes(self) {
        self.terminal.seen.lock().expect("no panic").closed = true;
        // A frame, so that the reader wakes and lets go of the terminal as well.
        self.pair.master.resize(pty_size(70, 20)).expect("a size");
        self.reader.join().expect("no panic");
        let Self { pair, keys, mut child, .. } = self;
        drop((pair, keys));
        wait_until("the end", || child.0.try_wait().expect("a child"));
    }
}

/// Polls for what the system does not tell of.
#[track_caller]
pub fn wait_until<T>(what: &str, mut is: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let found = is();
        if found.is_some() {
            return found;
        }
        assert!(Instant::now() < deadline, "{what} did not come");
        thread::sleep(Duration::from_millis(5));
    }
}

/// What a person sees, and what the terminal was told to do.
#[derive(Debug)]
pub struct Screen {
    pub text: String,
    /// Column and row.
    pub cursor: (u16, u16),
    pub alternate: bool,
    pub bracketed_paste: bool,
    pub cursor_hidden: bool,
}

impl Screen {
    fn of(seen: &Seen) -> Self {
        let screen = seen.parser.screen();
        let (row, column) = screen.cursor_position();
        // What was overwritten by blanks looks like what was never written.
        let text = screen.contents().lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
        Self {
            text,
            cursor: (column, row),
            alternate: screen.alternate_screen(),
            bracketed_paste: screen.bracketed_paste(),
            cursor_hidden: screen.hide_cursor(),
        }
    }

    /// Whether a text stands in one of its rows, whatever the room between its words. A blank at either end is the end of a
    /// word.
    pub fn says(&self, text: &str) -> bool {
        self.text.lines().any(|row| one_blank(&format!("{row} ")).contains(&one_blank(text)))
    }

    /// A row of it, counted from 0.
    pub fn row(&self, row: usize) -> &str {
        self.text.lines().nth(row).unwrap_or_default()
    }
}

/// A text with one blank for many.
fn one_blank(text: &str) -> String {
    let mut before = ' ';
    let first = text.starts_with(' ').then_some(' ');
    let rest = text.chars().filter(|&c| std::mem::replace(&mut before, c) != ' ' || c != ' ');
    first.into_iter().chain(rest).collect()
}

/// How often a sequence stands in bytes.
pub fn count(bytes: &[u8], sequence: &[u8]) -> usize {
    bytes.windows(sequence.len()).filter(|window| *window == sequence).count()
}

pub fn contains(bytes: &[u8], sequence: &[u8]) -> bool {
    count(bytes, sequence) > 0
}

fn pty_size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn size(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a terminal has cells")
}

/// All of the terminal's modes, in words.
fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has modes"))
}
