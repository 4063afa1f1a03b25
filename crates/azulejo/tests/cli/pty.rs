//! The program on a real pseudo-terminal, driven by what is on its screen.

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Only a program that hangs is waited for so long.
const PATIENCE: Duration = Duration::from_secs(300);

/// What the terminal shows, and everything that was ever written to it.
struct Shown {
    parser: vt100::Parser,
    raw: Vec<u8>,
    /// The screen as it was last drawn to the end; in between there are halves of it.
    frame: String,
    is_closed: bool,
}

/// What the program sends when it has drawn the whole screen.
const END_OF_FRAME: &[u8] = b"\x1b[?2026l";

impl Shown {
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
    shown: Arc<(Mutex<Shown>, Condvar)>,
    reader: Option<JoinHandle<()>>,
}

impl Terminal {
    /// Starts the program on a terminal of some size, with its games in a folder.
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
            Mutex::new(Shown {
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
                // A terminal whose program has ended fails rather than ends.
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

    /// Types keys.
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

    /// Waits until the screen is as wanted, and gives it.
    #[track_caller]
    pub(crate) fn wait_for(&self, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        let mut shown = self.shown.0.lock().unwrap();
        loop {
            if wanted(&shown.frame) {
                return shown.frame.clone();
            }
            assert!(
                !shown.is_closed && start.elapsed() < PATIENCE,
                "it does not come:\n{}",
                shown.frame
            );
            shown = self.shown.1.wait_timeout(shown, PATIENCE).unwrap().0;
        }
    }

    /// The screen as it is now.
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

    /// Leaves by the key for it, which must succeed and leave the terminal as it was found; gives
    /// what was said last.
    #[track_caller]
    pub(crate) fn quit(mut self) -> String {
        self.send("q");
        let left = self.finish();
        assert_eq!(left.code, 0, "{}", left.text);
        left.assert_restored();
        left.text
    }

    /// Waits for the end; gives the exit code and how the terminal was left.
    #[track_caller]
    pub(crate) fn finish(mut self) -> Left {
        {
            let shown = self.shown.0.lock().unwrap();
            let is_open = |shown: &mut Shown| !shown.is_closed;
            let waited = self.shown.1.wait_timeout_while(shown, PATIENCE, is_open);
            let (shown, _) = waited.unwrap();
            assert!(shown.is_closed, "it does not end:\n{}", shown.frame);
        }
        let status = self.child.wait().unwrap();
        self.reader.take().unwrap().join().unwrap();
        let shown = self.shown.0.lock().unwrap();
        let screen = shown.parser.screen();
        Left {
            code: status.exit_code(),
            text: screen.contents(),
            is_whole_screen: screen.alternate_screen(),
            hides_cursor: screen.hide_cursor(),
            hears_mouse: screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None,
            raw: String::from_utf8_lossy(&shown.raw).into_owned(),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // One whose test has failed would stay for ever. One that has ended has no number any
        // more, which may be somebody else's by now.
        if matches!(self.child.try_wait(), Ok(None)) {
            let _whether_running = self.child.kill();
            let _how_it_ended = self.child.wait();
        }
    }
}

/// How a terminal was left.
pub(crate) struct Left {
    pub(crate) code: u32,
    pub(crate) text: String,
    is_whole_screen: bool,
    hides_cursor: bool,
    hears_mouse: bool,
    pub(crate) raw: String,
}

impl Left {
    /// It must be as it was found.
    #[track_caller]
    pub(crate) fn assert_restored(&self) {
        assert!(!self.is_whole_screen, "the other screen is left");
        assert!(!self.hides_cursor, "the cursor is shown");
        assert!(!self.hears_mouse, "the mouse is free");
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
