# Games on this device, in Italian.
# The English file documents the variables.

## Saved games

device-mark = su questo dispositivo
device-delete = Elimina
device-delete-title = Eliminare questa partita dal dispositivo?
device-missing = Questa partita non è salvata su questo dispositivo.
device-game-damaged = La partita salvata è danneggiata e non si può aprire. È stata messa da parte; le altre partite sono a posto.
device-damaged =
    { $count ->
        [one] Una partita salvata è danneggiata ed è stata messa da parte.
       *[other] { $count } partite salvate sono danneggiate e sono state messe da parte.
    }
device-damaged-delete = Elimina per sempre
device-unsaved = Questo browser non può salvare la partita. Puoi continuare a giocare, ma andrà persa quando chiudi la pagina.

## At the table

device-slow = { $name } sta ancora pensando.
device-play-now = Gioca subito
device-engine-failed = Non è stato possibile caricare il motore, quindi il bot non può muovere.
device-broken = La partita si è interrotta all’improvviso. Ricarica la pagina per riprenderla.
device-unsupported = Questo browser è troppo vecchio per giocare senza server: gli manca WebAssembly SIMD. Aggiornalo.

## Home, settings and links

device-offline = Nessuna connessione al server. Puoi giocare lo stesso contro i bot e sullo stesso schermo: su questo dispositivo.
device-preferred = Le partite contro i bot si giocano su questo dispositivo.
device-setting = Gioca su questo dispositivo
device-setting-about = Le partite contro i bot e sullo stesso schermo non usano il server. Sono salvate solo in questo browser.
device-link = Copia il link
device-link-damaged = Il link è incompleto o danneggiato: non contiene nessuna partita.
