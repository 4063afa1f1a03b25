//! The listening socket, which outlives restarts of the server in the same process.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::{TcpListener, TcpSocket};

use crate::{Config, DEFAULT_PORT, StartError};

/// The number of ports tried after the default one.
const PORTS_TO_TRY: u16 = 50;
/// The listen backlog, if the system allows it.
const BACKLOG: u32 = 4_096;

/// A bound address that accepts connections.
pub struct Listener {
    socket: std::net::TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Binds the configured address; without one, the first free port from the default one on.
    ///
    /// # Errors
    /// [`StartError::Listen`], also if the configured address is in use.
    pub fn bind(config: &Config) -> Result<Self, StartError> {
        if let Some(address) = config.listen {
            return Self::at(address);
        }
        let mut port = DEFAULT_PORT;
        loop {
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
            match Self::open(address) {
                Ok(listener) => return Ok(listener),
                Err(error)
                    if error.kind() == io::ErrorKind::AddrInUse
                        && port < DEFAULT_PORT + PORTS_TO_TRY =>
                {
                    port += 1;
                }
                Err(source) => return Err(StartError::Listen { address, source }),
            }
        }
    }

    /// Binds an address.
    pub(crate) fn at(address: SocketAddr) -> Result<Self, StartError> {
        Self::open(address).map_err(|source| StartError::Listen { address, source })
    }

    fn open(address: SocketAddr) -> io::Result<Self> {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4()?,
            SocketAddr::V6(_) => TcpSocket::new_v6()?,
        };
        // On Windows, this option would allow two programs to bind the same address.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        let socket = socket.listen(BACKLOG)?.into_std()?;
        let address = socket.local_addr()?;
        Ok(Self { socket, address })
    }

    /// Returns the bound address, with the actual port.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns another handle of the socket, to accept connections from.
    pub(crate) fn share(&self) -> Result<TcpListener, StartError> {
        let socket = self.socket.try_clone();
        socket
            .and_then(TcpListener::from_std)
            .map_err(|source| StartError::Listen {
                address: self.address,
                source,
            })
    }
}
