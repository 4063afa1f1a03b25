//! The power fails: whatever was not synced to disk is gone.
//!
//! The data lies on a file system in a file, mounted so that the system writes nothing back by
//! itself for five minutes. The server is killed, the file is copied at once, and the copy is
//! mounted: it has what was synced, and nothing that was only in memory. That needs the right to
//! mount; where it is missing, nothing is tested, and the test says so.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::rig::{Load, NodePlan, Random, assert_nothing_lost, check, count, rounds, tell};

/// What a ledger grows by with some hundred moves.
const MOVES: u64 = 12_000;

/// A file system in a file.
struct Disk {
    image: PathBuf,
    mount: PathBuf,
}

fn run(program: &str, args: &[&str]) -> Result<(), String> {
    let output = Command::new(program)
        .args(args)
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(format!("{program} {args:?}: {}", complaint.trim()))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of plain characters")
}

impl Disk {
    fn new(folder: &Path) -> Result<Self, String> {
        let image = folder.join("disk");
        run("truncate", &["-s", "96M", text(&image)])?;
        run("mkfs.ext4", &["-q", "-F", text(&image)])?;
        Self::mount(image, folder.join("mounted"), "loop,commit=300")
    }

    fn mount(image: PathBuf, mount: PathBuf, options: &str) -> Result<Self, String> {
        std::fs::create_dir_all(&mount).map_err(|error| error.to_string())?;
        run("mount", &["-o", options, text(&image), text(&mount)])?;
        Ok(Self { image, mount })
    }

    /// The disk as it would be found after the power failed now.
    fn after_power_loss(&self, folder: &Path) -> Self {
        let copy = folder.join("copy");
        std::fs::copy(&self.image, &copy).expect("a copy of the disk");
        Self::mount(copy, folder.join("copy mounted"), "loop").expect("the copy is mounted")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Err(error) = run("umount", &[text(&self.mount)]) {
            tell(&error);
        }
    }
}

/// One power loss; gives what was acknowledged and what was lost, or why it cannot be tried here.
fn lose_power(forgetful: Option<&'static str>, random: &mut Random) -> Result<(u64, u64), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = Disk::new(folder.path())?;
    let mut plan = NodePlan::on_folder(&disk.mount);
    plan.forgetful = forgetful;
    let mut node = plan.start();
    // The empty database is there whatever happens.
    run("sync", &["-f", text(&disk.mount)])?;
    let ledger = folder.path().join("ledger");
    let mut load = Load::start(&[plan.url()], &ledger, &["--games", "16"]);
    load.wait_for_moves(MOVES);
    random.wait(0, 500);
    node.kill();
    let found = disk.after_power_loss(folder.path());
    load.abandon();
    let database = ["--data".to_owned(), found.mount.display().to_string()];
    let checked = if forgetful.is_none() {
        assert_nothing_lost(&ledger, &database)
    } else {
        check(&ledger, &database).0
    };
    let lost = ["lost", "reordered", "broken"].map(|fault| count(&checked, fault));
    Ok((count(&checked, "acknowledged"), lost.iter().sum()))
}

/// So many power losses; gives how many of them lost something, or nothing where it is impossible.
fn lose_power_often(forgetful: Option<&'static str>, times: u64) -> Option<u64> {
    let name = forgetful.unwrap_or("full");
    let mut random = Random::new(times);
    let (mut acknowledged, mut lost, mut losses) = (0, 0, 0);
    for time in 1..=times {
        match lose_power(forgetful, &mut random) {
            Ok((moves, gone)) => {
                acknowledged += moves;
                lost += gone;
                losses += u64::from(gone > 0);
            }
            Err(reason) if time == 1 => {
                assert!(
                    std::env::var("AZULEJO_REQUIRE_MOUNT").as_deref() != Ok("1"),
                    "AZULEJO_REQUIRE_MOUNT is set, and nothing can be mounted: {reason}"
                );
                tell(&format!("power loss cannot be tried here: {reason}"));
                return None;
            }
            Err(reason) => panic!("{reason}"),
        }
        if time % 10 == 0 {
            tell(&format!("power, synchronous={name}: {time} of {times}"));
        }
    }
    tell(&format!(
        "power, synchronous={name}: {times} losses of power, {losses} lost something; \
         {acknowledged} acknowledged, {lost} lost"
    ));
    Some(losses)
}

#[test]
fn a_power_loss_loses_nothing_that_was_acknowledged() {
    let times = rounds("AZULEJO_POWER_LOSSES", 2);
    assert!(matches!(lose_power_often(None, times), None | Some(0)));
}

/// The control: without syncing, every power loss loses moves.
#[test]
fn a_server_that_never_syncs_is_found_out() {
    let times = rounds("AZULEJO_POWER_CONTROLS", 1);
    if let Some(losses) = lose_power_often(Some("off"), times) {
        assert_eq!(losses, times, "a test that cannot fail shows nothing");
    }
}

/// The control: a server that syncs only now and then is found out often enough. The suite is
/// content with one of a few times: it may have synced a moment before.
#[test]
fn a_server_that_syncs_now_and_then_is_found_out() {
    let times = rounds("AZULEJO_POWER_CONTROLS", 0);
    if times > 0 {
        if let Some(losses) = lose_power_often(Some("normal"), times) {
            assert!(2 * losses >= times, "{losses} of {times}");
        }
        return;
    }
    for _ in 0..12 {
        if lose_power_often(Some("normal"), 1) != Some(0) {
            return;
        }
    }
    panic!("a test that cannot fail shows nothing");
}
