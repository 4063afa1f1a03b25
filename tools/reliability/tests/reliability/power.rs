//! Simulated power loss: all data that was not synced to disk is lost.
//!
//! The data folder is on a loop-mounted file system with a commit interval of five minutes. The
//! server is killed, the image is copied immediately, and the copy is mounted: it contains only
//! synced data. Without permission to mount, the tests are skipped with a message.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Load, NodePlan, Random, assert_nothing_lost, check, count, rounds, tell};

/// The size of about a hundred moves in a ledger.
const MOVES: u64 = 12_000;

/// A loop-mounted file system image, unmounted on drop.
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
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!("{program} {args:?}: {}", stderr.trim()))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
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

    /// Returns the disk as it would be after a power loss now.
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

/// Simulates a power loss. Returns the numbers of acknowledged and lost moves, or the reason why
/// it cannot be simulated.
fn lose_power(unsynced: Option<&'static str>, random: &mut Random) -> Result<(u64, u64), String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let disk = Disk::new(folder.path())?;
    let mut plan = NodePlan::on_folder(&disk.mount);
    plan.unsynced = unsynced;
    let mut node = plan.start();
    // The empty database must survive.
    run("sync", &["-f", text(&disk.mount)])?;
    let ledger = folder.path().join("ledger");
    let mut load = Load::start(&[plan.url()], &ledger, &["--games", "16"]);
    load.wait_for_moves(MOVES);
    random.wait(0, 500);
    node.kill();
    let recovered = disk.after_power_loss(folder.path());
    load.abandon();
    let database = ["--data".to_owned(), recovered.mount.display().to_string()];
    let checked = if unsynced.is_none() {
        assert_nothing_lost(&ledger, &database)
    } else {
        check(&ledger, &database).0
    };
    let lost = ["lost", "reordered", "broken"].map(|fault| count(&checked, fault));
    Ok((count(&checked, "acknowledged"), lost.iter().sum()))
}

/// Simulates several power losses. Returns the number that lost moves, or `None` if power loss
/// cannot be simulated.
fn lose_power_repeatedly(unsynced: Option<&'static str>, times: u64) -> Option<u64> {
    let name = unsynced.unwrap_or("full");
    let mut random = Random::new(times);
    let (mut acknowledged, mut lost, mut losses) = (0, 0, 0);
    for time in 1..=times {
        match lose_power(unsynced, &mut random) {
            Ok((moves, gone)) => {
                acknowledged += moves;
                lost += gone;
                losses += u64::from(gone > 0);
            }
            Err(reason) if time == 1 => {
                assert!(
                    std::env::var("AZULEJO_REQUIRE_MOUNT").as_deref() != Ok("1"),
                    "AZULEJO_REQUIRE_MOUNT is set, but mounting failed: {reason}"
                );
                tell(&format!("skipped: cannot simulate power loss: {reason}"));
                return None;
            }
            Err(reason) => panic!("{reason}"),
        }
        if time % 10 == 0 {
            tell(&format!("power, synchronous={name}: {time} of {times}"));
        }
    }
    tell(&format!(
        "power, synchronous={name}: {times} power losses, {losses} with lost moves; \
         {acknowledged} acknowledged, {lost} lost"
    ));
    Some(losses)
}

#[test]
fn power_loss_keeps_acknowledged_moves() {
    let times = rounds("AZULEJO_POWER_LOSSES", 2);
    assert!(matches!(lose_power_repeatedly(None, times), None | Some(0)));
}

/// Negative control: without syncing, every power loss loses moves.
#[test]
fn detects_server_that_never_syncs() {
    let times = rounds("AZULEJO_POWER_CONTROLS", 1);
    if let Some(losses) = lose_power_repeatedly(Some("off"), times) {
        assert_eq!(losses, times, "the negative control lost nothing");
    }
}

/// Negative control: a server that syncs only occasionally loses moves in at least half of the power
/// losses. By default, one of several attempts suffices, as a sync may have just happened.
#[test]
fn detects_server_that_syncs_occasionally() {
    let times = rounds("AZULEJO_POWER_CONTROLS", 0);
    if times > 0 {
        if let Some(losses) = lose_power_repeatedly(Some("normal"), times) {
            assert!(2 * losses >= times, "{losses} of {times}");
        }
        return;
    }
    for _ in 0..12 {
        if lose_power_repeatedly(Some("normal"), 1) != Some(0) {
            return;
        }
    }
    panic!("the negative control lost nothing");
}
