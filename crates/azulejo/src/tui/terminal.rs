//! The terminal as the whole screen, and its way back, whatever happens.

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

/// The whole screen; the terminal is as before when this goes away, by a panic too.
pub(super) struct WholeScreen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    /// Whether somebody asked the process to end.
    asked_to_end: Arc<AtomicBool>,
}

impl WholeScreen {
    pub(super) fn enter() -> Result<Self> {
        let asked_to_end = Arc::new(AtomicBool::new(false));
        // Closing the window or `kill` is a way to leave, not to leave a mess.
        #[cfg(unix)]
        for signal in [
            signal_hook::consts::SIGTERM,
            signal_hook::consts::SIGHUP,
            signal_hook::consts::SIGINT,
        ] {
            signal_hook::flag::register(signal, Arc::clone(&asked_to_end))?;
        }
        leave_a_dead_terminal(Arc::clone(&asked_to_end))?;
        restore_before_panic_message();
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match entered {
            Ok(terminal) => Ok(Self {
                terminal,
                asked_to_end,
            }),
            Err(error) => {
                restore(&mut io::stdout());
                Err(error.into())
            }
        }
    }

    /// Draws the whole screen. Terminals that know how to show it in one go, without tearing, are
    /// told where it begins and ends.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> Result<()> {
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        let drawn = self
            .terminal
            .draw(|frame| draw(frame.buffer_mut()))
            .map(drop);
        execute!(io::stdout(), EndSynchronizedUpdate)?;
        Ok(drawn?)
    }

    pub(super) fn is_asked_to_end(&self) -> bool {
        self.asked_to_end.load(Ordering::Relaxed)
    }
}

impl Drop for WholeScreen {
    fn drop(&mut self) {
        restore(&mut io::stdout());
    }
}

/// Puts a text where the terminal keeps what is copied, if it lets programs do that (OSC 52). Nothing
/// comes back, so nobody can tell whether it did.
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

/// Ends the process when it was asked to end and does not: waiting for keys of a terminal that is
/// gone never returns. Every move is saved when it is made, so nothing is lost.
fn leave_a_dead_terminal(asked_to_end: Arc<AtomicBool>) -> io::Result<()> {
    let watch = move || {
        while !asked_to_end.load(Ordering::Relaxed) {
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

/// A message about a panic must not be lost on the screen that goes away.
fn restore_before_panic_message() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // Only the thread that draws owns the screen; a bot that panics is reported on it.
        if std::thread::current().name() == Some("main") {
            restore(&mut io::stdout());
            usual(info);
        }
    }));
}

/// Whether the terminal is ours at the moment.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back, once: a second time would put the cursor where it was before, over
/// whatever was written since. There is no better way left where one of these fails.
fn restore(out: &mut impl Write) {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
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
    fn the_terminal_is_given_back_once() {
        let mut out = Vec::new();
        restore(&mut out);
        assert!(out.is_empty(), "it was never taken");
        IS_TAKEN.store(true, Ordering::SeqCst);
        restore(&mut out);
        let once = out.len();
        assert!(once > 0);
        restore(&mut out);
        assert_eq!(out.len(), once);
    }

    #[test]
    fn what_is_copied_can_be_read() {
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
    fn what_was_switched_on_is_switched_off() {
        let mut out = Vec::new();
        write_restore(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for code in ["\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l"] {
            assert!(text.contains(code), "{text:?} lacks {code:?}");
        }
    }
}
