//! The program on a pseudo-terminal, driven by its screen contents.

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The timeout of every wait, generous enough for a slow machine.
const TIMEOUT: Duration = Duration::from_secs(300);

/// The terminal's screen and raw output.
struct Display {
    parser: vt100::Parser,
    raw: Vec<u8>,
    /// The screen contents after the last complete frame.
    frame: String,
    is_closed: bool,
}

/// The escape sequence that ends a frame (synchronised output).
const END_OF_FRAME: &[u8] = b"\x1b[?2026l";

impl Display {
    fn process(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.raw.push(byte);
            self.parser.process(&[byte]);
            if self.raw.ends_with(END_OF_FRAME) {
                self.frame = self.parser.screen().contents();
            }
        }
    }
}

pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    shown: Arc<(Mutex<Display>, Condvar)>,
    reader: Option<JoinHandle<()>>,
}

impl Terminal {
    /// Starts the program on a terminal of this size, with this data folder.
    pub(crate) fn start(args: &[&str], size: (u16, u16), data: &Path) -> Self {
        Self::start_with(args, size, data, &[("COLORTERM", "truecolor")])
    }

    pub(crate) fn start_with(
        args: &[&str],
        (columns, rows): (u16, u16),
        data: &Path,
        variables: &[(&str, &str)],
    ) -> Self {
        let size = pty_size(columns, rows);
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_azulejo"));
        command.args(args);
        for name in ["NO_COLOR", "COLORTERM"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C");
        command.env("AZULEJO_DATA", data);
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut output = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let shown = Arc::new((
            Mutex::new(Display {
                parser: vt100::Parser::new(nonzero(rows), nonzero(columns), 0),
                raw: Vec::new(),
                frame: String::new(),
                is_closed: false,
            }),
            Condvar::new(),
        ));
        let target = Arc::clone(&shown);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                // Reading a terminal fails once its program has exited.
                let n = output.read(&mut bytes).unwrap_or(0);
                let mut shown = target.0.lock().unwrap();
                if n == 0 {
                    shown.is_closed = true;
                } else {
                    shown.process(&bytes[..n]);
                }
                target.1.notify_all();
                if n == 0 {
                    return;
                }
            }
        });
        Self {
            child,
            master: pair.master,
            keys,
            shown,
            reader: Some(reader),
        }
    }

    /// Sends keystrokes.
    pub(crate) fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let mut shown = self.shown.0.lock().unwrap();
        shown
            .parser
            .screen_mut()
            .set_size(nonzero(rows), nonzero(columns));
        drop(shown);
        self.master.resize(pty_size(columns, rows)).unwrap();
    }

    /// Waits until the screen satisfies a predicate, and returns it.
    #[track_caller]
    pub(crate) fn wait_for(&self, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        let mut shown = self.shown.0.lock().unwrap();
        loop {
            if wanted(&shown.frame) {
                return shown.frame.clone();
            }
            assert!(
                !shown.is_closed && start.elapsed() < TIMEOUT,
                "timed out waiting for the screen:\n{}",
                shown.frame
            );
            shown = self.shown.1.wait_timeout(shown, TIMEOUT).unwrap().0;
        }
    }

    /// Returns the current screen.
    pub(crate) fn screen(&self) -> String {
        self.shown.0.lock().unwrap().frame.clone()
    }

    #[track_caller]
    pub(crate) fn wait_for_text(&self, text: &str) -> String {
        self.wait_for(|screen| screen.contains(text))
    }

    pub(crate) fn process_id(&self) -> String {
        self.child.process_id().unwrap().to_string()
    }

    /// Quits with the quit key, and asserts success and a restored terminal. Returns the final text.
    #[track_caller]
    pub(crate) fn quit(mut self) -> String {
        self.send("q");
        let end = self.finish();
        assert_eq!(end.code, 0, "{}", end.text);
        end.assert_restored();
        end.text
    }

    /// Waits for the program to exit. Returns the exit code and the terminal's final state.
    #[track_caller]
    pub(crate) fn finish(mut self) -> FinalState {
        {
            let shown = self.shown.0.lock().unwrap();
            let is_open = |shown: &mut Display| !shown.is_closed;
            let waited = self.shown.1.wait_timeout_while(shown, TIMEOUT, is_open);
            let (shown, _) = waited.unwrap();
            assert!(
                shown.is_closed,
                "timed out waiting for the program to exit:\n{}",
                shown.frame
            );
        }
        let status = self.child.wait().unwrap();
        self.reader.take().unwrap().join().unwrap();
        let shown = self.shown.0.lock().unwrap();
        let screen = shown.parser.screen();
        FinalState {
            code: status.exit_code(),
            text: screen.contents(),
            alternate_screen: screen.alternate_screen(),
            hides_cursor: screen.hide_cursor(),
            captures_mouse: screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None,
            raw: String::from_utf8_lossy(&shown.raw).into_owned(),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Kill the program of a failed test. The process id of an exited program may have been
        // reused, so check first.
        if matches!(self.child.try_wait(), Ok(None)) {
            let _exited = self.child.kill();
            let _exited = self.child.wait();
        }
    }
}

/// The final state of a terminal.
pub(crate) struct FinalState {
    pub(crate) code: u32,
    pub(crate) text: String,
    alternate_screen: bool,
    hides_cursor: bool,
    captures_mouse: bool,
    pub(crate) raw: String,
}

impl FinalState {
    /// Asserts that all terminal modes were restored.
    #[track_caller]
    pub(crate) fn assert_restored(&self) {
        assert!(
            !self.alternate_screen,
            "the alternate screen is still active"
        );
        assert!(!self.hides_cursor, "the cursor is still hidden");
        assert!(!self.captures_mouse, "the mouse is still captured");
    }
}

fn nonzero(n: u16) -> NonZero<u16> {
    NonZero::new(n).unwrap()
}

fn pty_size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}
