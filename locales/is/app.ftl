app-title = Forrit
app-about = Sem forrit opnast Azulejo í eigin glugga, líka án nettengingar.
app-install = Setja forritið upp
update-ready = Ný útgáfa er tilbúin.
update-apply = Uppfæra núna
update-later = Seinna
hint-unsupported = Vísbendingar krefjast nýrri vafra.
# $moves: the expected next moves in notation, such as 2B3 CRF.
hint-line = Síðan: { $moves }.
