//! The exported functions.
//!
//! Texts and bytes go in through [`buffer`], which the caller fills before the call that takes its
//! content, and come out through the imported function `respond`.
#![expect(unsafe_code, reason = "imports and exports of the module")]

use std::cell::RefCell;

mod imports {
    #[link(wasm_import_module = "azulejo")]
    unsafe extern "C" {
        /// Returns the time in milliseconds since an arbitrary epoch.
        #[cfg(feature = "engine")]
        pub(super) safe fn now() -> f64;
        /// Passes on a response: UTF-8 text at an address of the module's memory.
        pub(super) unsafe fn respond(text: *const u8, len: usize);
    }
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn respond(text: &str) {
    // SAFETY: the importer reads the text before it returns.
    unsafe { imports::respond(text.as_ptr(), text.len()) };
}

/// Takes the text in the buffer.
fn take_text() -> String {
    String::from_utf8_lossy(&BUFFER.take()).into_owned()
}

/// Returns the address of a buffer of `len` bytes, to be filled by the caller.
#[unsafe(no_mangle)]
extern "C" fn buffer(len: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(len, 0);
        buffer.as_mut_ptr()
    })
}

#[cfg(feature = "engine")]
mod engine {
    use std::cell::RefCell;
    use std::time::Duration;

    use azulejo_rules::Wall;

    use super::{BUFFER, imports, respond, take_text};
    use crate::Session;

    thread_local! {
        static SESSION: RefCell<Session> = RefCell::new(Session::new(now));
    }

    fn now() -> Duration {
        Duration::from_secs_f64(imports::now().max(0.0) / 1000.0)
    }

    /// Answers the request in the buffer.
    #[unsafe(no_mangle)]
    extern "C" fn request() {
        let text = take_text();
        SESSION.with_borrow_mut(|session| session.request(&text, respond));
    }

    /// Adds the network in the buffer. Responds with the reason and returns false if it is invalid.
    #[unsafe(no_mangle)]
    extern "C" fn add_network() -> bool {
        let added = SESSION.with_borrow_mut(|session| session.add_network(&BUFFER.take()));
        if let Err(error) = &added {
            respond(&error.to_string());
        }
        added.is_ok()
    }

    /// Returns the bench signature, with the networks loaded.
    #[unsafe(no_mangle)]
    extern "C" fn signature() -> u64 {
        SESSION.with_borrow(Session::signature)
    }

    /// Responds with the record of a game between the bots named in the buffer. Responds with the
    /// reason and returns false if they are invalid.
    #[unsafe(no_mangle)]
    extern "C" fn simulate(grey: bool, seed: u64) -> bool {
        let bots = take_text();
        let wall = if grey { Wall::Grey } else { Wall::Coloured };
        let record = SESSION.with_borrow(|session| session.simulate(&bots, wall, seed));
        match &record {
            Ok(text) | Err(text) => respond(text),
        }
        record.is_ok()
    }
}

#[cfg(feature = "host")]
mod host {
    use std::cell::RefCell;

    use super::{respond, take_text};
    use crate::{Host, board};

    thread_local! {
        static HOST: RefCell<Host> = RefCell::new(Host::default());
    }

    /// Answers the request to the game host in the buffer.
    #[unsafe(no_mangle)]
    extern "C" fn host() {
        let text = take_text();
        respond(&HOST.with_borrow_mut(|host| host.request(&text)));
    }

    /// Answers the request to the analysis board in the buffer.
    #[unsafe(no_mangle)]
    extern "C" fn board() {
        respond(&board::answer(&take_text()));
    }
}
