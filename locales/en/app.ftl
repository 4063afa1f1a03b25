# The app: installation, updates and what old browsers lack.
app-title = App
app-about = Install Azulejo and it opens in a window of its own, even without a connection.
app-install = Install the app
update-ready = A new version is ready.
update-apply = Update now
update-later = Later
hint-unsupported = Hints need a newer browser.
# $moves: the expected next moves in notation, such as 2B3 CRF.
hint-line = Then: { $moves }.
