//! Prints the TypeScript declarations of the protocol.

fn main() {
    print!("{}", azulejo_protocol::typescript());
}
