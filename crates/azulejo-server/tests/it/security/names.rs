//! Names that deceive other players.

use serde_json::json;

use crate::security::browser::{TestServer, credentials};

#[tokio::test]
async fn names_that_pass_for_staff_bots_or_levels_are_refused() {
    let server = TestServer::start().await;
    for name in [
        "Staff",
        "Azulejo Support",
        "azulejo-team",
        "The Admin",
        "Server_Admin 7",
        "Host",
        "Security",
        "Ꮪupport",
        "\u{405}taff",
        "St\u{430}ff",
        "Moderat0r",
        "Master Bot 2",
        "Bot Legend",
    ] {
        let body = json!({ "name": name });
        let refused = server.browser().post("/guest", &body).await;
        refused.refused(409, "name_taken");
        let mut browser = server.guest().await;
        let refused = browser.post("/signup", &credentials(name)).await;
        refused.refused(409, "name_taken");
    }
    for name in ["Hostess", "Rooter", "Ana the Master", "123 456", "Teamo"] {
        let body = json!({ "name": name });
        server.browser().post("/guest", &body).await.expect(200);
    }
}

#[tokio::test]
async fn look_alike_cannot_be_taken_before_the_name_itself() {
    let server = TestServer::start().await;
    // Cherokee, Lisu, Cyrillic and Greek letters among Latin ones.
    for name in ["Ꭺmelie", "\u{a4ee}melie", "Am\u{435}lie", "Amel\u{3b9}e"] {
        let body = json!({ "name": name });
        let refused = server.browser().post("/guest", &body).await;
        assert_eq!(refused.refused(400, "bad_name")["field"], "name", "{name}");
    }
    // Names of one script, or of scripts that are written together.
    for name in ["Amélie", "Јелена", "Ελένη", "花子さん", "Þóra 7"] {
        let body = json!({ "name": name });
        server.browser().post("/guest", &body).await.expect(200);
    }
}
