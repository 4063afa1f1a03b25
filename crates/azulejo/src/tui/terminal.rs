//! Full-screen mode of the terminal, and its restoration in all cases.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};

/// Full-screen mode; dropping it restores the terminal, also on a panic.
pub(super) struct FullScreen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    /// Whether a termination signal was received.
    termination: Arc<AtomicBool>,
}

impl FullScreen {
    pub(super) fn enter() -> Result<Self> {
        let termination = Arc::new(AtomicBool::new(false));
        // Closing the window or `kill` must restore the terminal too.
        #[cfg(unix)]
        for signal in [
            signal_hook::consts::SIGTERM,
            signal_hook::consts::SIGHUP,
            signal_hook::consts::SIGINT,
        ] {
            signal_hook::flag::register(signal, Arc::clone(&termination))?;
        }
        exit_on_dead_terminal(Arc::clone(&termination))?;
        restore_before_panic_message();
        enable_raw_mode()?;
        IS_FULL_SCREEN.store(true, Ordering::SeqCst);
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match entered {
            Ok(terminal) => Ok(Self {
                terminal,
                termination,
            }),
            Err(error) => {
                restore(&mut io::stdout());
                Err(error.into())
            }
        }
    }

    /// Draws the screen, as a synchronised update on terminals that support it, which avoids
    /// tearing.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> Result<()> {
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        let drawn = self
            .terminal
            .draw(|frame| draw(frame.buffer_mut()))
            .map(drop);
        execute!(io::stdout(), EndSynchronizedUpdate)?;
        Ok(drawn?)
    }

    pub(super) fn is_terminated(&self) -> bool {
        self.termination.load(Ordering::Relaxed)
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        restore(&mut io::stdout());
    }
}

/// Copies a text to the terminal's clipboard with OSC 52, if the terminal allows it. There is no
/// response, so the result is unknown.
pub(super) fn copy(text: &str) {
    let mut out = io::stdout();
    let _ignored = write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()));
    let _ignored = out.flush();
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let part = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for i in 0..4 {
            if i <= chunk.len() {
                text.push(char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

/// Exits the process if it does not end after a termination signal: reading from a terminal that is
/// gone may block forever. Every move is already saved, so nothing is lost.
fn exit_on_dead_terminal(termination: Arc<AtomicBool>) -> io::Result<()> {
    let watch = move || {
        while !termination.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(250));
        }
        std::thread::sleep(Duration::from_secs(2));
        restore(&mut io::stdout());
        std::process::exit(0);
    };
    std::thread::Builder::new()
        .name("hangup".to_owned())
        .spawn(watch)
        .map(drop)
}

/// Restores the terminal before a panic message is printed, so that it is not lost.
fn restore_before_panic_message() {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // Only the main thread owns the screen; a panicking bot is reported on it.
        if std::thread::current().name() == Some("main") {
            restore(&mut io::stdout());
            default_hook(info);
        }
    }));
}

/// Whether the terminal is in full-screen mode.
static IS_FULL_SCREEN: AtomicBool = AtomicBool::new(false);

/// Restores the terminal, once: a second time would reset the cursor over later output. Errors are
/// ignored, since nothing can be done about them.
fn restore(out: &mut impl Write) {
    if !IS_FULL_SCREEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ignored = disable_raw_mode();
    let _ignored = write_restore(out);
}

fn write_restore(out: &mut impl Write) -> io::Result<()> {
    execute!(
        out,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_is_restored_once() {
        let mut out = Vec::new();
        restore(&mut out);
        assert!(out.is_empty(), "full-screen mode was never entered");
        IS_FULL_SCREEN.store(true, Ordering::SeqCst);
        restore(&mut out);
        let once = out.len();
        assert!(once > 0);
        restore(&mut out);
        assert_eq!(out.len(), once);
    }

    #[test]
    fn base64_matches_rfc_4648_examples() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }

    #[test]
    fn every_enabled_mode_is_disabled() {
        let mut out = Vec::new();
        write_restore(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for code in ["\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l"] {
            assert!(text.contains(code), "{text:?} lacks {code:?}");
        }
    }
}
