//! Prints the TypeScript types of the protocol.

fn main() {
    print!("{}", azulejo_protocol::typescript());
}
