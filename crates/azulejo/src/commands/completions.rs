//! `azulejo completions` and `azulejo man`: files for packagers.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::Cli;
use crate::screen::Screen;

/// Prints the completions for a shell.
pub(crate) fn run(shell: Shell, screen: &mut Screen) -> Result<()> {
    // The generator cannot report a closed pipe, so it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "azulejo", &mut script);
    screen.write_all(&script)?;
    Ok(screen.flush()?)
}

/// Prints the manual page: the program, followed by a section per command.
pub(crate) fn run_man(screen: &mut Screen) -> Result<()> {
    let mut page = Vec::new();
    let mut program = Cli::command();
    program.build();
    clap_mangen::Man::new(program.clone()).render(&mut page)?;
    for command in program.get_subcommands().filter(|c| !c.is_hide_set()) {
        let man = clap_mangen::Man::new(command.clone());
        writeln!(
            page,
            ".SH \"AZULEJO {}\"",
            command.get_name().to_uppercase()
        )?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    screen.write_all(&page)?;
    Ok(screen.flush()?)
}

/// Writes the manual pages of the program and of every command to a folder, which is created.
pub(crate) fn write_man(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .with_context(|| format!("could not write to {}", folder.display()))
}
