<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>AnswerWording</name>
    <message>
        <source>The answer was purged</source>
        <translation>Die Antwort wurde gelöscht</translation>
    </message>
    <message>
        <source>%1 bytes that are no text</source>
        <translation>%1 Bytes, die kein Text sind</translation>
    </message>
</context>
<context>
    <name>AgeWording</name>
    <message>
        <source>now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>planned just now</source>
        <translation>gerade eben geplant</translation>
    </message>
    <message>
        <source>waiting %1</source>
        <translation>wartet %1</translation>
    </message>
</context>
<context>
    <name>ApprovalGate</name>
    <message>
        <source>This plan has expired. Nothing was done.</source>
        <translation>Dieser Plan ist abgelaufen. Nichts wurde getan.</translation>
    </message>
    <message>
        <source>Your decision is on its way.</source>
        <translation>Ihre Entscheidung ist unterwegs.</translation>
    </message>
    <message>
        <source>Your key is locked.</source>
        <translation>Ihr Schlüssel ist gesperrt.</translation>
    </message>
    <message>
        <source>Nobody with your key is enrolled in this ledger.</source>
        <translation>Niemand mit Ihrem Schlüssel ist in diesem Hauptbuch eingetragen.</translation>
    </message>
    <message>
        <source>Your enrolment was revoked.</source>
        <translation>Ihre Eintragung wurde widerrufen.</translation>
    </message>
    <message>
        <source>You do not decide for %1.</source>
        <translation>Sie entscheiden nicht für %1.</translation>
    </message>
    <message>
        <source>This needs somebody with the role %1.</source>
        <translation>Dafür braucht es jemanden mit der Rolle %1.</translation>
    </message>
    <message>
        <source>You answer for this agent, so somebody else has to decide.</source>
        <translation>Sie stehen für diesen Agenten ein, deshalb muss jemand anderes entscheiden.</translation>
    </message>
    <message>
        <source>Open the long values to approve.</source>
        <translation>Öffnen Sie die langen Werte, um freizugeben.</translation>
    </message>
    <message numerus="yes">
        <source>Scroll through it to approve: %n line(s) not seen yet.</source>
        <translation>
            <numerusform>Zum Freigeben alles durchblättern: %n Zeile noch nicht gesehen.</numerusform>
            <numerusform>Zum Freigeben alles durchblättern: %n Zeilen noch nicht gesehen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Read it first.</source>
        <translation>Erst lesen.</translation>
    </message>
    <message>
        <source>The arguments were purged, so nobody can approve this.</source>
        <translation>Die Argumente wurden gelöscht, deshalb kann das niemand freigeben.</translation>
    </message>
    <message>
        <source>The stored arguments are not those that the plan names. Do not approve; tell an administrator.</source>
        <translation>Die gespeicherten Argumente sind nicht die, die der Plan nennt. Geben Sie nicht frei; sagen Sie es einem Administrator.</translation>
    </message>
    <message>
        <source>The stored facts are not those that the plan names. Do not approve; tell an administrator.</source>
        <translation>Die gespeicherten Fakten sind nicht die, die der Plan nennt. Geben Sie nicht frei; sagen Sie es einem Administrator.</translation>
    </message>
    <message>
        <source>The tool&apos;s registry entry is missing or changed. Do not approve; tell an administrator.</source>
        <translation>Der Eintrag des Werkzeugs fehlt oder ist geändert. Geben Sie nicht frei; sagen Sie es einem Administrator.</translation>
    </message>
    <message>
        <source>The plan&apos;s record or amount is not that of its arguments. Do not approve; tell an administrator.</source>
        <translation>Datensatz oder Betrag des Plans sind nicht die seiner Argumente. Geben Sie nicht frei; sagen Sie es einem Administrator.</translation>
    </message>
    <message>
        <source>Not every argument can be shown, so nobody can approve this here.</source>
        <translation>Nicht jedes Argument lässt sich zeigen, deshalb kann das hier niemand freigeben.</translation>
    </message>
    <message>
        <source>Some fields are hidden from you: only %1 may see them, and only who sees all may approve.</source>
        <translation>Einige Felder sind Ihnen verborgen: Nur %1 darf sie sehen, und nur wer alles sieht, darf freigeben.</translation>
    </message>
    <message>
        <source>You approved this already. Still needed: %1.</source>
        <translation>Sie haben das schon freigegeben. Es fehlt noch: %1.</translation>
    </message>
    <message>
        <source>Your approval is not needed any more. Still needed: %1.</source>
        <translation>Ihre Freigabe wird nicht mehr gebraucht. Es fehlt noch: %1.</translation>
    </message>
    <message>
        <source>You may decide from %1 on, if nobody has by then.</source>
        <translation>Sie dürfen ab %1 entscheiden, wenn es bis dahin niemand getan hat.</translation>
    </message>
    <message>
        <source>You changed this plan, so somebody else has to decide.</source>
        <translation>Sie haben diesen Plan geändert, deshalb entscheidet jemand anderes.</translation>
    </message>
    <message>
        <source>You decide for somebody who asked for this, so somebody else has to decide.</source>
        <translation>Sie entscheiden für jemanden, der dies beantragt hat, deshalb entscheidet jemand anderes.</translation>
    </message>
</context>
<context>
    <name>ArgumentEdit</name>
    <message>
        <source>Nothing is changed yet.</source>
        <translation>Noch ist nichts geändert.</translation>
    </message>
    <message>
        <source>This cannot be read as arguments.</source>
        <translation>Das lässt sich nicht als Argumente lesen.</translation>
    </message>
    <message>
        <source>Arguments are one JSON object, in braces.</source>
        <translation>Argumente sind ein JSON-Objekt in geschweiften Klammern.</translation>
    </message>
    <message>
        <source>These arguments are too long to be sent with a decision.</source>
        <translation>Diese Argumente sind zu lang, um mit einer Entscheidung gesendet zu werden.</translation>
    </message>
    <message>
        <source>The amount is not one.</source>
        <translation>Der Betrag ist keiner.</translation>
    </message>
    <message>
        <source>This would be other work: the fields that name it differ. Reject the plan instead.</source>
        <translation>Das wäre andere Arbeit: Die Felder, die sie benennen, sind andere. Lehnen Sie den Plan stattdessen ab.</translation>
    </message>
</context>
<context>
    <name>AttentionPage</name>
    <message>
        <source>What is stuck</source>
        <translation>Was feststeckt</translation>
    </message>
    <message>
        <source>Stuck operations</source>
        <translation>Feststeckende Vorgänge</translation>
    </message>
    <message>
        <source>Open conflicts</source>
        <translation>Offene Konflikte</translation>
    </message>
    <message>
        <source>Show every alarm</source>
        <translation>Alle Alarme zeigen</translation>
    </message>
    <message>
        <source>The drill…</source>
        <translation>Die Übung…</translation>
    </message>
</context>
<context>
    <name>AttentionWording</name>
    <message>
        <source>Unknown outcomes</source>
        <translation>Unbekannte Ausgänge</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Overdue</source>
        <translation>Überfällig</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>The same work was asked for again with other arguments. The first operation goes on untouched, the second was not executed; the agent was told to stop.</source>
        <translation>Dieselbe Arbeit wurde noch einmal mit anderen Argumenten verlangt. Der erste Vorgang läuft unberührt weiter, der zweite wurde nicht ausgeführt; dem Agenten wurde gesagt, dass er aufhören soll.</translation>
    </message>
    <message>
        <source>The owner said no in a way that proves that nothing happened. The key is free: the agent may ask again with corrected arguments, as a new revision.</source>
        <translation>Das Zielsystem hat so abgelehnt, dass feststeht, dass nichts geschehen ist. Der Schlüssel ist frei: Der Agent darf mit berichtigten Argumenten noch einmal fragen, als neue Revision.</translation>
    </message>
    <message>
        <source>Approved over a minute ago and still not executed. The flow takes these by itself, the oldest first, as soon as one runs and their checks pass.</source>
        <translation>Vor über einer Minute freigegeben und noch nicht ausgeführt. Der Flow nimmt diese von selbst, die ältesten zuerst, sobald einer läuft und ihre Prüfungen bestehen.</translation>
    </message>
    <message>
        <source>A check of the stored plan or of a signature failed. Held operations are never executed and never go back to the queue by themselves; the alarm is in the timeline.</source>
        <translation>Eine Prüfung des gespeicherten Plans oder einer Signatur ist fehlgeschlagen. Angehaltene Vorgänge werden nie ausgeführt und kommen nie von selbst in die Warteschlange zurück; der Alarm steht in der Zeitleiste.</translation>
    </message>
    <message>
        <source>No unknown outcomes</source>
        <translation>Keine unbekannten Ausgänge</translation>
    </message>
    <message>
        <source>No open conflicts</source>
        <translation>Keine offenen Konflikte</translation>
    </message>
    <message>
        <source>Nothing failed</source>
        <translation>Nichts ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Nothing is overdue</source>
        <translation>Nichts ist überfällig</translation>
    </message>
    <message>
        <source>Nothing is held</source>
        <translation>Nichts ist angehalten</translation>
    </message>
    <message>
        <source>A conflict stands here when an agent asks for work that is known already, but with other arguments. Both payloads are kept and shown side by side.</source>
        <translation>Ein Konflikt steht hier, wenn ein Agent bekannte Arbeit mit anderen Argumenten verlangt. Beide Inhalte werden aufbewahrt und nebeneinander gezeigt.</translation>
    </message>
    <message>
        <source>An operation stands here when its owner refused it and that proves that nothing happened.</source>
        <translation>Ein Vorgang steht hier, wenn sein Zielsystem ihn abgelehnt hat und das beweist, dass nichts geschehen ist.</translation>
    </message>
    <message>
        <source>An operation stands here when it was approved and nobody executed it within a minute, for example because no flow runs.</source>
        <translation>Ein Vorgang steht hier, wenn er freigegeben wurde und ihn binnen einer Minute niemand ausgeführt hat, zum Beispiel weil kein Flow läuft.</translation>
    </message>
    <message>
        <source>An operation stands here when its row or a signature is not what it should be. That is never normal.</source>
        <translation>Ein Vorgang steht hier, wenn seine Zeile oder eine Signatur nicht ist, was sie sein sollte. Das ist nie normal.</translation>
    </message>
    <message>
        <source>held, never executed</source>
        <translation>angehalten, nie ausgeführt</translation>
    </message>
    <message>
        <source>waits for a person</source>
        <translation>wartet auf einen Menschen</translation>
    </message>
    <message>
        <source>same key again in %1</source>
        <translation>derselbe Schlüssel noch einmal in %1</translation>
    </message>
    <message>
        <source>same key again, due now</source>
        <translation>derselbe Schlüssel noch einmal, jetzt fällig</translation>
    </message>
    <message>
        <source>nothing happened, the key is free</source>
        <translation>nichts ist geschehen, der Schlüssel ist frei</translation>
    </message>
    <message>
        <source>expired, will not be executed</source>
        <translation>abgelaufen, wird nicht ausgeführt</translation>
    </message>
    <message>
        <source>was not sent, again in %1</source>
        <translation>wurde nicht gesendet, wieder in %1</translation>
    </message>
    <message>
        <source>waits for a flow</source>
        <translation>wartet auf einen Flow</translation>
    </message>
    <message>
        <source>An operation stands here while nobody knows whether it happened: it was sent, and the answer was lost, late or not readable; or it was open when the log went back.</source>
        <translation>Hier steht ein Vorgang, solange niemand weiß, ob er geschehen ist: Er wurde gesendet, und die Antwort ging verloren, kam zu spät oder war nicht lesbar; oder er war offen, als das Protokoll zurückging.</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>Widersprochen</translation>
    </message>
    <message>
        <source>Nobody knows whether these happened: sent without an answer that says so, or open when the log went back. The flow sends again only where the owner honours the key, so that a second effect is impossible. What it may not repeat waits for a person: look into the owner&apos;s own book, then say whether it happened.</source>
        <translation>Niemand weiß, ob diese geschehen sind: ohne eine Antwort gesendet, die es sagt, oder offen, als das Protokoll zurückging. Der Flow sendet nur noch einmal, wo das Zielsystem den Schlüssel achtet, so dass eine zweite Wirkung unmöglich ist. Was er nicht wiederholen darf, wartet auf einen Menschen: Sehen Sie im Buch des Zielsystems nach und sagen Sie dann, ob es geschehen ist.</translation>
    </message>
    <message>
        <source>The owner says otherwise than what was settled. Until a person settles it again, every new request for the same work is a conflict.</source>
        <translation>Das Zielsystem sagt etwas anderes, als entschieden wurde. Bis ein Mensch es neu entscheidet, ist jede neue Anfrage nach derselben Arbeit ein Konflikt.</translation>
    </message>
    <message>
        <source>Nothing is contradicted</source>
        <translation>Nichts ist widersprochen</translation>
    </message>
    <message>
        <source>An operation stands here when its owner&apos;s later answer does not fit the end that is recorded: a yes to what failed, or a no to what succeeded.</source>
        <translation>Ein Vorgang steht hier, wenn eine spätere Antwort des Zielsystems nicht zum festgehaltenen Ende passt: ein Ja zu etwas Gescheitertem oder ein Nein zu etwas Gelungenem.</translation>
    </message>
    <message>
        <source>the owner says it happened</source>
        <translation>das Zielsystem sagt, es ist geschehen</translation>
    </message>
    <message>
        <source>the owner says it did not happen</source>
        <translation>das Zielsystem sagt, es ist nicht geschehen</translation>
    </message>
</context>
<context>
    <name>AuditPage</name>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>who</source>
        <translation>wer</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>leeren</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Back to the events</source>
        <translation>Zurück zu den Ereignissen</translation>
    </message>
    <message>
        <source>Operations with this gap</source>
        <translation>Vorgänge mit dieser Lücke</translation>
    </message>
</context>
<context>
    <name>BulkChoice</name>
    <message numerus="yes">
        <source>At most %n plans can be approved together.</source>
        <translation>
            <numerusform>Höchstens %n Plan kann gemeinsam freigegeben werden.</numerusform>
            <numerusform>Höchstens %n Pläne können gemeinsam freigegeben werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Only plans of one tool can be approved together.</source>
        <translation>Nur Pläne eines Werkzeugs können gemeinsam freigegeben werden.</translation>
    </message>
    <message>
        <source>Only plans that are here by the same rule can be approved together.</source>
        <translation>Nur Pläne, die dieselbe Regel hierher gebracht hat, können gemeinsam freigegeben werden.</translation>
    </message>
    <message numerus="yes">
        <source>%n without an amount</source>
        <translation>
            <numerusform>%n ohne Betrag</numerusform>
            <numerusform>%n ohne Betrag</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConflictPanel</name>
    <message>
        <source>WHAT DIFFERS</source>
        <translation>WAS SICH UNTERSCHEIDET</translation>
    </message>
    <message>
        <source>What differs, first and second payload</source>
        <translation>Was sich unterscheidet, erster und zweiter Inhalt</translation>
    </message>
    <message>
        <source>THE FIRST</source>
        <translation>DER ERSTE</translation>
    </message>
    <message>
        <source>The first operation</source>
        <translation>Der erste Vorgang</translation>
    </message>
    <message>
        <source>Open the first operation</source>
        <translation>Den ersten Vorgang öffnen</translation>
    </message>
    <message>
        <source>THE SECOND</source>
        <translation>DER ZWEITE</translation>
    </message>
    <message>
        <source>The second request</source>
        <translation>Die zweite Anfrage</translation>
    </message>
    <message>
        <source>WHAT HAPPENS NOW</source>
        <translation>WAS JETZT GESCHIEHT</translation>
    </message>
</context>
<context>
    <name>DashboardPage</name>
    <message>
        <source>range</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>Werkzeug</translation>
    </message>
</context>
<context>
    <name>DocumentVersions</name>
    <message>
        <source>%1 · loaded by %2, event %3</source>
        <translation>%1 · geladen von %2, Ereignis %3</translation>
    </message>
    <message>
        <source>%1 · signed by %2, act %3, event %4</source>
        <translation>%1 · signiert von %2, Akt %3, Ereignis %4</translation>
    </message>
    <message>
        <source>The two are the same</source>
        <translation>Die beiden sind gleich</translation>
    </message>
    <message numerus="yes">
        <source>… %n equal line(s)</source>
        <translation>
            <numerusform>… %n gleiche Zeile</numerusform>
            <numerusform>… %n gleiche Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DrillDialog</name>
    <message>
        <source>The drill</source>
        <translation>Die Übung</translation>
    </message>
    <message>
        <source>Kills a real instance at every point where it may die, before simulated owners of four kinds, starts it again and counts the effects in the owner&apos;s own book. It runs on scratch ledgers only: the open ledger and its owners are not touched.</source>
        <translation>Beendet eine echte Instanz gewaltsam an jeder Stelle, an der sie sterben kann, vor simulierten Zielsystemen von vier Arten, startet sie neu und zählt die Wirkungen im Buch des Zielsystems. Sie arbeitet nur auf Wegwerf-Ledgern: Das offene Ledger und seine Zielsysteme werden nicht berührt.</translation>
    </message>
    <message>
        <source>No drill was run yet. It takes about a minute.</source>
        <translation>Es gab noch keine Übung. Sie dauert etwa eine Minute.</translation>
    </message>
    <message>
        <source>Cases of the drill</source>
        <translation>Fälle der Übung</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Run the drill</source>
        <translation>Übung starten</translation>
    </message>
</context>
<context>
    <name>DrillWording</name>
    <message>
        <source>honours keys, can be asked</source>
        <translation>achtet Schlüssel, kann gefragt werden</translation>
    </message>
    <message>
        <source>honours keys</source>
        <translation>achtet Schlüssel</translation>
    </message>
    <message>
        <source>can be asked</source>
        <translation>kann gefragt werden</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>keins von beiden</translation>
    </message>
    <message>
        <source>inside the claim</source>
        <translation>in der Übernahme</translation>
    </message>
    <message>
        <source>after the claim, before the request left</source>
        <translation>nach der Übernahme, vor dem Senden</translation>
    </message>
    <message>
        <source>the request had left</source>
        <translation>die Anfrage war unterwegs</translation>
    </message>
    <message>
        <source>the owner had done it, its answer just came</source>
        <translation>das Zielsystem hatte es getan, seine Antwort kam gerade</translation>
    </message>
    <message>
        <source>the answer was read, not stored yet</source>
        <translation>die Antwort war gelesen, noch nicht gespeichert</translation>
    </message>
    <message>
        <source>while the outcome was being stored</source>
        <translation>während das Ergebnis gespeichert wurde</translation>
    </message>
    <message>
        <source>the outcome was stored, the log not sealed yet</source>
        <translation>das Ergebnis war gespeichert, das Protokoll noch nicht versiegelt</translation>
    </message>
    <message>
        <source>while the owner was being asked</source>
        <translation>während das Zielsystem gefragt wurde</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>reconciled</source>
        <translation>abgeglichen</translation>
    </message>
    <message>
        <source>escalated</source>
        <translation>an Menschen</translation>
    </message>
    <message numerus="yes">
        <source>In order: in all %n case(s) nothing was lost and nothing done twice.</source>
        <translation>
            <numerusform>In Ordnung: In dem einen Fall ging nichts verloren, und nichts geschah doppelt.</numerusform>
            <numerusform>In Ordnung: In allen %n Fällen ging nichts verloren, und nichts geschah doppelt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n case(s) are NOT in order.</source>
        <translation>
            <numerusform>%1 von %n Fall ist NICHT in Ordnung.</numerusform>
            <numerusform>%1 von %n Fällen sind NICHT in Ordnung.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>EventPanel</name>
    <message>
        <source>WHO AND WHERE</source>
        <translation>WER UND WO</translation>
    </message>
    <message>
        <source>Who and where</source>
        <translation>Wer und wo</translation>
    </message>
    <message>
        <source>Open the operation</source>
        <translation>Den Vorgang öffnen</translation>
    </message>
    <message>
        <source>Show its run</source>
        <translation>Seinen Lauf zeigen</translation>
    </message>
    <message>
        <source>PROOF</source>
        <translation>BEWEIS</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>Beweis</translation>
    </message>
    <message>
        <source>THE LEAF</source>
        <translation>DAS BLATT</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>canonical</source>
        <translation>kanonisch</translation>
    </message>
    <message>
        <source>The leaf as a tree</source>
        <translation>Das Blatt als Baum</translation>
    </message>
    <message>
        <source>The leaf, canonical</source>
        <translation>Das Blatt, kanonisch</translation>
    </message>
</context>
<context>
    <name>EventWording</name>
    <message>
        <source>done</source>
        <translation>getan</translation>
    </message>
    <message>
        <source>refused, nothing happened</source>
        <translation>abgelehnt, nichts ist geschehen</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>nicht gesendet</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>keine Antwort in der Frist</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>answer unreadable</source>
        <translation>Antwort nicht lesbar</translation>
    </message>
    <message>
        <source>answer that no rule knows</source>
        <translation>Antwort, die keine Regel kennt</translation>
    </message>
    <message>
        <source>the sender died</source>
        <translation>der Absender ist gestorben</translation>
    </message>
    <message>
        <source>the stored leaf cannot be read</source>
        <translation>das gespeicherte Blatt ist nicht lesbar</translation>
    </message>
    <message>
        <source>%1, no rule matched</source>
        <translation>%1, keine Regel passte</translation>
    </message>
    <message>
        <source>%1, rule %2</source>
        <translation>%1, Regel %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n time(s), answered with the first result</source>
        <translation>
            <numerusform>%1, %n-mal, mit dem ersten Ergebnis beantwortet</numerusform>
            <numerusform>%1, %n-mal, mit dem ersten Ergebnis beantwortet</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the same key with other arguments: %2</source>
        <translation>%1: derselbe Schlüssel mit anderen Argumenten: %2</translation>
    </message>
    <message>
        <source>nobody decided in time, nothing was done</source>
        <translation>niemand entschied rechtzeitig, nichts wurde getan</translation>
    </message>
    <message>
        <source>the agent took it back</source>
        <translation>der Agent hat es zurückgenommen</translation>
    </message>
    <message>
        <source>by rule %1</source>
        <translation>durch Regel %1</translation>
    </message>
    <message>
        <source>signed by %1</source>
        <translation>signiert von %1</translation>
    </message>
    <message>
        <source>approve</source>
        <translation>freigeben</translation>
    </message>
    <message>
        <source>reject</source>
        <translation>ablehnen</translation>
    </message>
    <message>
        <source>question %1, limit %2</source>
        <translation>Nachfrage %1, Frist %2</translation>
    </message>
    <message>
        <source>attempt %1, limit %2</source>
        <translation>Versuch %1, Frist %2</translation>
    </message>
    <message>
        <source>attempt %1: %2</source>
        <translation>Versuch %1: %2</translation>
    </message>
    <message>
        <source>, HTTP %1</source>
        <translation>, HTTP %1</translation>
    </message>
    <message>
        <source> after %1</source>
        <translation> nach %1</translation>
    </message>
    <message>
        <source>%1, over its limit</source>
        <translation>%1, über seiner Frist</translation>
    </message>
    <message>
        <source>all checks passed, the same key again</source>
        <translation>alle Prüfungen bestanden, noch einmal derselbe Schlüssel</translation>
    </message>
    <message>
        <source>all checks passed</source>
        <translation>alle Prüfungen bestanden</translation>
    </message>
    <message>
        <source>proved not sent, nothing happened</source>
        <translation>erwiesen nicht gesendet, nichts ist geschehen</translation>
    </message>
    <message>
        <source>the owner did it</source>
        <translation>das Zielsystem hat es getan</translation>
    </message>
    <message>
        <source>the owner&apos;s reference is %1</source>
        <translation>die Nummer des Zielsystems ist %1</translation>
    </message>
    <message>
        <source>the owner refused, nothing happened</source>
        <translation>das Zielsystem hat abgelehnt, nichts ist geschehen</translation>
    </message>
    <message>
        <source>a person says that it did not happen</source>
        <translation>ein Mensch sagt, dass es nicht geschehen ist</translation>
    </message>
    <message>
        <source>the owner now says otherwise: %1</source>
        <translation>das Zielsystem sagt jetzt etwas anderes: %1</translation>
    </message>
    <message>
        <source>no answer in time; it may have happened</source>
        <translation>keine Antwort in der Frist; es kann geschehen sein</translation>
    </message>
    <message>
        <source>the log went back; it may have happened elsewhere</source>
        <translation>das Protokoll ging zurück; es kann anderswo geschehen sein</translation>
    </message>
    <message>
        <source>%1; it may have happened</source>
        <translation>%1; es kann geschehen sein</translation>
    </message>
    <message>
        <source>the clock jumped by %1</source>
        <translation>die Uhr sprang um %1</translation>
    </message>
    <message>
        <source>text %1</source>
        <translation>Text %1</translation>
    </message>
    <message>
        <source>flow</source>
        <translation>Flow</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Zurückgewiesen</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Wiederholt</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation>Zurückgezogen</translation>
    </message>
    <message>
        <source>Back to the queue</source>
        <translation>Zurück in der Warteschlange</translation>
    </message>
    <message>
        <source>Queued again</source>
        <translation>Wieder eingereiht</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>Losgelassen</translation>
    </message>
    <message>
        <source>Alarm</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Taken by the flow</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Attempt started</source>
        <translation>Versuch begonnen</translation>
    </message>
    <message>
        <source>Attempt ended</source>
        <translation>Versuch beendet</translation>
    </message>
    <message>
        <source>Asked the owner</source>
        <translation>Zielsystem befragt</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>Gelungen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>Widersprochen</translation>
    </message>
    <message>
        <source>Reopened</source>
        <translation>Wiedereröffnet</translation>
    </message>
    <message>
        <source>Decision received</source>
        <translation>Entscheidung empfangen</translation>
    </message>
    <message>
        <source>Decision refused</source>
        <translation>Entscheidung abgewiesen</translation>
    </message>
    <message>
        <source>Enrolled</source>
        <translation>Eingetragen</translation>
    </message>
    <message>
        <source>Revoked</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Token issued</source>
        <translation>Token ausgestellt</translation>
    </message>
    <message>
        <source>Token revoked</source>
        <translation>Token widerrufen</translation>
    </message>
    <message>
        <source>Policy activated</source>
        <translation>Regelwerk in Kraft</translation>
    </message>
    <message>
        <source>Tools loaded</source>
        <translation>Werkzeuge geladen</translation>
    </message>
    <message>
        <source>Delegated</source>
        <translation>Vertretung erteilt</translation>
    </message>
    <message>
        <source>Legal hold set</source>
        <translation>Aufbewahrung verfügt</translation>
    </message>
    <message>
        <source>Legal hold lifted</source>
        <translation>Aufbewahrung aufgehoben</translation>
    </message>
    <message>
        <source>Purged</source>
        <translation>Gelöscht</translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>Ausgegeben</translation>
    </message>
    <message>
        <source>Backed up</source>
        <translation>Gesichert</translation>
    </message>
    <message>
        <source>Migrated</source>
        <translation>Umgezogen</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Geschlossen</translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>Fortgesetzt</translation>
    </message>
    <message>
        <source>Log begins</source>
        <translation>Protokoll beginnt</translation>
    </message>
    <message>
        <source>Simulated log begins</source>
        <translation>Simuliertes Protokoll beginnt</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>person</source>
        <translation>Mensch</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Reminded</source>
        <translation>Erinnert</translation>
    </message>
    <message>
        <source>Escalated</source>
        <translation>Eskaliert</translation>
    </message>
    <message>
        <source>signed by %1 for %2</source>
        <translation>signiert von %1 für %2</translation>
    </message>
    <message>
        <source>change the arguments</source>
        <translation>Argumente ändern</translation>
    </message>
    <message>
        <source>Reported</source>
        <translation>Gemeldet</translation>
    </message>
    <message>
        <source>it went wrong</source>
        <translation>es ging schief</translation>
    </message>
    <message>
        <source>the caller does not know</source>
        <translation>der Aufrufer weiß es nicht</translation>
    </message>
    <message>
        <source>Taken by a caller</source>
        <translation>Von einem Aufrufer übernommen</translation>
    </message>
    <message>
        <source>about attempt %1: %2</source>
        <translation>zu Versuch %1: %2</translation>
    </message>
    <message>
        <source>%1 executes it by itself; all checks passed</source>
        <translation>%1 führt es selbst aus; alle Prüfungen bestanden</translation>
    </message>
    <message>
        <source>the caller did not report within its lease; it may have happened</source>
        <translation>der Aufrufer hat innerhalb seiner Frist nichts gemeldet; es kann geschehen sein</translation>
    </message>
</context>
<context>
    <name>KeyFileChoice</name>
    <message>
        <source>Choose your key file</source>
        <translation>Wählen Sie Ihre Schlüsseldatei</translation>
    </message>
    <message>
        <source>Keys (*.pem *.key);;All files (*)</source>
        <translation>Schlüssel (*.pem *.key);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>LogProof</name>
    <message>
        <source>THE LOG</source>
        <translation>DAS PROTOKOLL</translation>
    </message>
    <message>
        <source>Verify the log</source>
        <translation>Protokoll prüfen</translation>
    </message>
    <message>
        <source>COMPLETENESS</source>
        <translation>VOLLSTÄNDIGKEIT</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Obstat</source>
        <translation>Obstat</translation>
    </message>
</context>
<context>
    <name>NumberCards</name>
    <message>
        <source>%1 sent again with the same key, %2 questions to owners, %3 left to people now</source>
        <translation>%1 mit demselben Schlüssel erneut gesendet, %2 Fragen an Zielsysteme, %3 jetzt bei Menschen</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>almost 0 %</source>
        <translation>fast 0 %</translation>
    </message>
    <message>
        <source>almost 100 %</source>
        <translation>fast 100 %</translation>
    </message>
    <message>
        <source>without a run</source>
        <translation>ohne Lauf</translation>
    </message>
    <message>
        <source>without a key</source>
        <translation>ohne Schlüssel</translation>
    </message>
    <message>
        <source>without arguments</source>
        <translation>ohne Argumente</translation>
    </message>
    <message>
        <source>without a result</source>
        <translation>ohne Ergebnis</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>wie zuvor</translation>
    </message>
    <message>
        <source>▲ %1 %</source>
        <translation>▲ %1 %</translation>
    </message>
    <message>
        <source>▼ %1 %</source>
        <translation>▼ %1 %</translation>
    </message>
    <message>
        <source>▲ %1 pt</source>
        <translation>▲ %1 Pkt.</translation>
    </message>
    <message>
        <source>▼ %1 pt</source>
        <translation>▼ %1 Pkt.</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>never tested</source>
        <translation>nie erprobt</translation>
    </message>
    <message>
        <source>Idempotency hits</source>
        <translation>Wiederholungstreffer</translation>
    </message>
    <message>
        <source>Nothing was submitted in this range.</source>
        <translation>In diesem Zeitraum wurde nichts eingereicht.</translation>
    </message>
    <message>
        <source>untested</source>
        <translation>unerprobt</translation>
    </message>
    <message>
        <source>%1 submits and not one repeat: whether a repeat is harmless was never tried here.</source>
        <translation>%1 Einreichungen und keine einzige Wiederholung: Ob eine Wiederholung harmlos ist, wurde hier nie erprobt.</translation>
    </message>
    <message>
        <source>Twice as many repeats as in the range before: look at the timeouts, agents ask again when no answer comes.</source>
        <translation>Doppelt so viele Wiederholungen wie im Zeitraum zuvor: Sehen Sie die Fristen an, Agenten fragen noch einmal, wenn keine Antwort kommt.</translation>
    </message>
    <message>
        <source>How often an agent asked again and got the first result. Twice as many would point at timeouts.</source>
        <translation>Wie oft ein Agent noch einmal fragte und das erste Ergebnis bekam. Doppelt so viele würden auf Zeitüberschreitungen deuten.</translation>
    </message>
    <message>
        <source>%1 per 1,000 submits</source>
        <translation>%1 je 1.000 Einreichungen</translation>
    </message>
    <message>
        <source>Show the repeats</source>
        <translation>Die Wiederholungen zeigen</translation>
    </message>
    <message>
        <source>Side-effecting calls per run</source>
        <translation>Wirkende Aufrufe je Lauf</translation>
    </message>
    <message>
        <source>No operation of this range names a run.</source>
        <translation>Kein Vorgang dieses Zeitraums nennt einen Lauf.</translation>
    </message>
    <message>
        <source>%1 · p95 %2</source>
        <translation>%1 · p95 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) with more than %1 operations: the model writes when it should read.</source>
        <translation>
            <numerusform>%n Lauf mit mehr als %1 Vorgängen: Das Modell schreibt, wo es lesen sollte.</numerusform>
            <numerusform>%n Läufe mit mehr als %1 Vorgängen: Das Modell schreibt, wo es lesen sollte.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 operations</source>
        <translation>%1: %2 Vorgänge</translation>
    </message>
    <message>
        <source>Duration p99 against the limit</source>
        <translation>Dauer p99 gegen die Frist</translation>
    </message>
    <message>
        <source>Nothing was sent to an owner in this range.</source>
        <translation>In diesem Zeitraum wurde nichts an ein Zielsystem gesendet.</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>One attempt in a hundred takes longer than its limit, so its outcome becomes unknown.</source>
        <translation>Einer von hundert Versuchen dauert länger als seine Frist, deshalb wird sein Ausgang unbekannt.</translation>
    </message>
    <message>
        <source>p99 is over 80 % of the limit: a little slower, and outcomes become unknown.</source>
        <translation>p99 liegt über 80 % der Frist: etwas langsamer, und Ausgänge werden unbekannt.</translation>
    </message>
    <message>
        <source>Twice as many timeouts as in the range before: look at the owner.</source>
        <translation>Doppelt so viele Zeitüberschreitungen wie im Zeitraum zuvor: Sehen Sie das Zielsystem an.</translation>
    </message>
    <message>
        <source>Owners answer well within their limit.</source>
        <translation>Die Zielsysteme antworten deutlich innerhalb ihrer Frist.</translation>
    </message>
    <message>
        <source>over the limit: %1 of %2 attempts</source>
        <translation>über der Frist: %1 von %2 Versuchen</translation>
    </message>
    <message>
        <source>Show the attempts</source>
        <translation>Die Versuche zeigen</translation>
    </message>
    <message>
        <source>Waiting in the queue</source>
        <translation>Warten in der Warteschlange</translation>
    </message>
    <message>
        <source>p50 %1 · p90 %2</source>
        <translation>p50 %1 · p90 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n approved plan(s) not executed for over a minute: waiting is not over when a person said yes.</source>
        <translation>
            <numerusform>%n freigegebener Plan seit über einer Minute nicht ausgeführt: Mit dem Ja eines Menschen ist das Warten nicht vorbei.</numerusform>
            <numerusform>%n freigegebene Pläne seit über einer Minute nicht ausgeführt: Mit dem Ja eines Menschen ist das Warten nicht vorbei.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what is overdue</source>
        <translation>Überfälliges zeigen</translation>
    </message>
    <message>
        <source>No person decided anything in this range.</source>
        <translation>In diesem Zeitraum hat kein Mensch etwas entschieden.</translation>
    </message>
    <message>
        <source>%1 waiting now</source>
        <translation>jetzt wartend: %1</translation>
    </message>
    <message>
        <source>%1, the oldest for %2</source>
        <translation>%1, der älteste seit %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Open the queue</source>
        <translation>Die Warteschlange öffnen</translation>
    </message>
    <message>
        <source>Automatic approval rate</source>
        <translation>Anteil automatischer Freigaben</translation>
    </message>
    <message>
        <source>Nothing was approved in this range.</source>
        <translation>In diesem Zeitraum wurde nichts freigegeben.</translation>
    </message>
    <message>
        <source>Over 10 points more than in the month before: a threshold may have loosened. Look at the policy.</source>
        <translation>Über 10 Punkte mehr als im Monat zuvor: Eine Schwelle kann sich gelockert haben. Sehen Sie das Regelwerk an.</translation>
    </message>
    <message>
        <source>Of all approvals, those that a rule gave without a person.</source>
        <translation>Von allen Freigaben die, die eine Regel ohne einen Menschen gab.</translation>
    </message>
    <message>
        <source>%1 by rules, %2 by people</source>
        <translation>%1 durch Regeln, %2 durch Menschen</translation>
    </message>
    <message>
        <source>Show the approvals</source>
        <translation>Die Freigaben zeigen</translation>
    </message>
    <message>
        <source>Read the policy</source>
        <translation>Das Regelwerk lesen</translation>
    </message>
    <message>
        <source>Audit completeness</source>
        <translation>Vollständigkeit der Aufzeichnung</translation>
    </message>
    <message>
        <source>No operation of this range got past its approval.</source>
        <translation>Kein Vorgang dieses Zeitraums kam über seine Freigabe hinaus.</translation>
    </message>
    <message>
        <source>Every operation past its approval has its run, key, arguments and result.</source>
        <translation>Jeder Vorgang nach seiner Freigabe hat Lauf, Schlüssel, Argumente und Ergebnis.</translation>
    </message>
    <message>
        <source>%1 of %2 operations lack something that an auditor will ask for.</source>
        <translation>%1 von %2 Vorgängen fehlt etwas, wonach ein Prüfer fragen wird.</translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s) got no answer at all, so their outcome became unknown; each counts as twice the limit.</source>
        <translation>
            <numerusform>%n Versuch bekam gar keine Antwort, sein Ausgang wurde also unbekannt; er zählt als das Doppelte der Grenze.</numerusform>
            <numerusform>%n Versuche bekamen gar keine Antwort, ihr Ausgang wurde also unbekannt; jeder zählt als das Doppelte der Grenze.</numerusform>
        </translation>
    </message>
    <message>
        <source>in the range before: %1</source>
        <translation>im Zeitraum zuvor: %1</translation>
    </message>
    <message>
        <source>%1 in %2 submits</source>
        <translation>%1 bei %2 Einreichungen</translation>
    </message>
    <message>
        <source>Half of %1 runs made at most %2 calls, 95 of 100 at most %3; none made more than %4.</source>
        <translation>Die Hälfte von %1 Läufen machte höchstens %2 Aufrufe, 95 von 100 höchstens %3; keiner mehr als %4.</translation>
    </message>
    <message>
        <source>the largest run made %1</source>
        <translation>der größte Lauf machte %1</translation>
    </message>
    <message>
        <source>half took at most %1, 95 of 100 at most %2</source>
        <translation>die Hälfte dauerte höchstens %1, 95 von 100 höchstens %2</translation>
    </message>
    <message>
        <source>p99 %1</source>
        <translation>p99 %1</translation>
    </message>
    <message>
        <source>A person&apos;s word came within %1 for half of %2 plans, within %3 for nine of ten.</source>
        <translation>Bei der Hälfte von %2 Plänen entschied ein Mensch innerhalb von %1, bei neun von zehn innerhalb von %3.</translation>
    </message>
    <message>
        <source>needed: %1</source>
        <translation>gebraucht: %1</translation>
    </message>
    <message>
        <source>p90 %1</source>
        <translation>p90 %1</translation>
    </message>
    <message>
        <source>the month before: %1</source>
        <translation>im Monat zuvor: %1</translation>
    </message>
    <message>
        <source>%1 of %2 have all four</source>
        <translation>%1 von %2 haben alle vier</translation>
    </message>
</context>
<context>
    <name>OperationLines</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>gelungen</translation>
    </message>
    <message>
        <source>refused, no effect</source>
        <translation>abgelehnt, keine Wirkung</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>nicht gesendet</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>Frist überschritten</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>unreadable answer</source>
        <translation>nicht lesbare Antwort</translation>
    </message>
    <message>
        <source>an answer that no rule knows</source>
        <translation>eine Antwort, die keine Regel kennt</translation>
    </message>
    <message>
        <source>the sender died</source>
        <translation>der Absender ist gestorben</translation>
    </message>
    <message>
        <source>admitted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>came too late</source>
        <translation>kam zu spät</translation>
    </message>
    <message>
        <source>after the expiry</source>
        <translation>nach dem Ablauf</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <translation>zurückgewiesen: %1</translation>
    </message>
    <message>
        <source>Events %1 to %2 are in the log; no checkpoint is signed yet</source>
        <translation>Die Ereignisse %1 bis %2 stehen im Protokoll; noch ist kein Checkpoint signiert</translation>
    </message>
    <message>
        <source>Events %1 to %2: %3 of %4 are under the signed checkpoint of %5 events</source>
        <translation>Ereignisse %1 bis %2: %3 von %4 liegen unter dem signierten Checkpoint von %5 Ereignissen</translation>
    </message>
    <message>
        <source>still open</source>
        <translation>noch offen</translation>
    </message>
    <message>
        <source>HTTP %1</source>
        <translation>HTTP %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>after the limit</source>
        <translation>nach der Frist</translation>
    </message>
    <message>
        <source>Question %1</source>
        <translation>Nachfrage %1</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>looked at it for %1</source>
        <translation>sah es sich %1 lang an</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>Schlüssel %1</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message numerus="yes">
        <source>asked again %n time(s); each got the first result or the state</source>
        <translation>
            <numerusform>%n-mal noch einmal gefragt; die Antwort war das erste Ergebnis oder der Stand</numerusform>
            <numerusform>%n-mal noch einmal gefragt; die Antwort war jedes Mal das erste Ergebnis oder der Stand</numerusform>
        </translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>%1 · %2 asked with another %3 · %4</source>
        <translation>%1 · %2 verlangte es mit anderem %3 · %4</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>Tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Natural key</source>
        <translation>Natürlicher Schlüssel</translation>
    </message>
    <message>
        <source>Intent key</source>
        <translation>Vorhabenschlüssel</translation>
    </message>
    <message>
        <source>Wire key</source>
        <translation>Übertragungsschlüssel</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Regelwerk</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>%1, generation %2</source>
        <translation>%1, Generation %2</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>für %1</translation>
    </message>
</context>
<context>
    <name>OperationPanel</name>
    <message>
        <source>TIMELINE</source>
        <translation>ZEITLEISTE</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>PROOF</source>
        <translation>BEWEIS</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>Beweis</translation>
    </message>
    <message>
        <source>ARGUMENTS</source>
        <translation>ARGUMENTE</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>FACTS</source>
        <translation>FAKTEN</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <source>RESULT</source>
        <translation>ERGEBNIS</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>ATTEMPTS</source>
        <translation>VERSUCHE</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>DECISIONS</source>
        <translation>ENTSCHEIDUNGEN</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>REPEATS AND CONFLICTS</source>
        <translation>WIEDERHOLUNGEN UND KONFLIKTE</translation>
    </message>
    <message>
        <source>Repeats and conflicts</source>
        <translation>Wiederholungen und Konflikte</translation>
    </message>
    <message>
        <source>IDENTITY</source>
        <translation>IDENTITÄT</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
</context>
<context>
    <name>OperationsPage</name>
    <message>
        <source>status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>leeren</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Vorgänge</translation>
    </message>
</context>
<context>
    <name>OutcomeActions</name>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>Geschehen</translation>
    </message>
    <message>
        <source>Did not happen</source>
        <translation>Nicht geschehen</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>Keep the first</source>
        <translation>Den ersten behalten</translation>
    </message>
    <message>
        <source>Accept as new work</source>
        <translation>Als neue Arbeit annehmen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Ask again and sign</source>
        <translation>Fragen und signieren</translation>
    </message>
    <message>
        <source>It happened: sign</source>
        <translation>Geschehen: signieren</translation>
    </message>
    <message>
        <source>It did not happen: sign</source>
        <translation>Nicht geschehen: signieren</translation>
    </message>
    <message>
        <source>Reopen and sign</source>
        <translation>Öffnen und signieren</translation>
    </message>
    <message>
        <source>Keep the first and sign</source>
        <translation>Behalten und signieren</translation>
    </message>
    <message>
        <source>Accept as new work and sign</source>
        <translation>Annehmen und signieren</translation>
    </message>
    <message>
        <source>Dismiss and sign</source>
        <translation>Verwerfen und signieren</translation>
    </message>
    <message>
        <source>What did you see at the owner? It is the evidence.</source>
        <translation>Was haben Sie beim Zielsystem gesehen? Das ist der Beleg.</translation>
    </message>
    <message>
        <source>Why is it taken up again?</source>
        <translation>Warum wird es wieder aufgenommen?</translation>
    </message>
    <message>
        <source>Why is the first one right?</source>
        <translation>Warum ist der erste richtig?</translation>
    </message>
    <message>
        <source>Why is the second one other work?</source>
        <translation>Warum ist der zweite andere Arbeit?</translation>
    </message>
    <message>
        <source>Why is there nothing to decide?</source>
        <translation>Warum ist nichts zu entscheiden?</translation>
    </message>
</context>
<context>
    <name>OutcomeGate</name>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>your decision is on its way.</source>
        <translation>Ihre Entscheidung ist unterwegs.</translation>
    </message>
    <message>
        <source>it is held; an administrator looks into that first.</source>
        <translation>er ist angehalten; das prüft zuerst ein Administrator.</translation>
    </message>
    <message>
        <source>the stored plan cannot be read, so nobody can sign for it. Tell an administrator.</source>
        <translation>der gespeicherte Plan ist nicht lesbar, deshalb kann niemand dafür signieren. Sagen Sie es einem Administrator.</translation>
    </message>
    <message>
        <source>the owner may still answer; wait until its time is over.</source>
        <translation>das Zielsystem kann noch antworten; warten Sie, bis seine Zeit um ist.</translation>
    </message>
    <message>
        <source>nothing about it was ever sent, so there is nothing to ask.</source>
        <translation>es wurde nie etwas gesendet, also gibt es nichts zu fragen.</translation>
    </message>
    <message>
        <source>tools.toml has no question for this owner. Look into the owner&apos;s own book.</source>
        <translation>tools.toml hat keine Frage an dieses Zielsystem. Sehen Sie im Buch des Zielsystems nach.</translation>
    </message>
    <message>
        <source>the request may still take effect until %1; look again then.</source>
        <translation>die Anfrage kann bis %1 noch wirken; sehen Sie dann wieder nach.</translation>
    </message>
    <message>
        <source>it is %1; only what nobody knows is settled by people.</source>
        <translation>er ist %1; Menschen entscheiden nur, was niemand weiß.</translation>
    </message>
    <message>
        <source>a success stays one; what did not happen is planned again as other work.</source>
        <translation>ein Erfolg bleibt einer; was nicht geschehen ist, wird als andere Arbeit neu geplant.</translation>
    </message>
    <message>
        <source>operation %1 holds the key now; reject or settle that one first.</source>
        <translation>Vorgang %1 hält jetzt den Schlüssel; lehnen Sie zuerst jenen ab, oder entscheiden Sie ihn.</translation>
    </message>
    <message>
        <source>it is %1; only what failed or was rejected is opened again.</source>
        <translation>er ist %1; nur Gescheitertes und Abgelehntes wird wieder geöffnet.</translation>
    </message>
    <message>
        <source>there is evidence that it happened after all; settle that first.</source>
        <translation>es gibt einen Beleg, dass es doch geschehen ist; entscheiden Sie zuerst darüber.</translation>
    </message>
    <message>
        <source>operation %1 is a later plan of the same work; decide on that one.</source>
        <translation>Vorgang %1 ist ein späterer Plan derselben Arbeit; entscheiden Sie über jenen.</translation>
    </message>
    <message>
        <source>somebody has settled this conflict already.</source>
        <translation>jemand hat diesen Konflikt schon entschieden.</translation>
    </message>
    <message>
        <source>this payload was accepted as other work before; keep the first, or dismiss this one.</source>
        <translation>dieser Inhalt wurde schon als andere Arbeit angenommen; behalten Sie den ersten, oder verwerfen Sie diesen.</translation>
    </message>
    <message>
        <source>your key is locked.</source>
        <translation>Ihr Schlüssel ist gesperrt.</translation>
    </message>
    <message>
        <source>nobody with your key is enrolled in this ledger.</source>
        <translation>niemand mit Ihrem Schlüssel ist in diesem Ledger eingetragen.</translation>
    </message>
    <message>
        <source>your enrolment was revoked.</source>
        <translation>Ihre Eintragung wurde widerrufen.</translation>
    </message>
    <message>
        <source>you do not decide for %1.</source>
        <translation>Sie entscheiden nicht für %1.</translation>
    </message>
    <message>
        <source>this needs somebody with the role %1.</source>
        <translation>das braucht jemanden mit der Rolle %1.</translation>
    </message>
    <message>
        <source>you answer for this agent, so somebody else has to decide.</source>
        <translation>Sie stehen für diesen Agenten ein, deshalb muss jemand anderes entscheiden.</translation>
    </message>
    <message>
        <source>you asked for this, so somebody else has to decide.</source>
        <translation>Sie haben das verlangt, deshalb muss jemand anderes entscheiden.</translation>
    </message>
    <message>
        <source>you decide for somebody who asked for this, so somebody else has to decide.</source>
        <translation>Sie entscheiden für jemanden, der das verlangt hat, deshalb muss jemand anderes entscheiden.</translation>
    </message>
    <message>
        <source>you have said so; somebody else has to say the same.</source>
        <translation>Sie haben das gesagt; jemand anderes muss dasselbe sagen.</translation>
    </message>
    <message>
        <source>choose for whom you decide.</source>
        <translation>wählen Sie, für wen Sie entscheiden.</translation>
    </message>
    <message>
        <source>it is %1, which is final; it stays here, so that nobody does it again.</source>
        <translation>er ist %1, und das ist endgültig; er bleibt hier, damit es niemand noch einmal tut.</translation>
    </message>
</context>
<context>
    <name>OutcomeWording</name>
    <message>
        <source>Signed for %1.</source>
        <translation>Signiert für %1.</translation>
    </message>
    <message>
        <source>Signed. It leaves in a moment; until then U takes it back.</source>
        <translation>Signiert. Es geht gleich ab; bis dahin nimmt U es zurück.</translation>
    </message>
    <message>
        <source>Signed; sending …</source>
        <translation>Signiert; wird gesendet …</translation>
    </message>
    <message>
        <source>Too late: somebody else settled it first.</source>
        <translation>Zu spät: Jemand anderes hat es zuerst entschieden.</translation>
    </message>
    <message>
        <source>Your decision was refused.</source>
        <translation>Ihre Entscheidung wurde zurückgewiesen.</translation>
    </message>
    <message>
        <source>Not sent: no instance is reachable. It waits in your outbox and goes when one is back.</source>
        <translation>Nicht gesendet: Keine Instanz ist erreichbar. Die Entscheidung wartet im Postausgang und geht ab, wenn wieder eine da ist.</translation>
    </message>
    <message>
        <source>Counted. Over this amount somebody else has to say the same.</source>
        <translation>Gezählt. Über diesem Betrag muss jemand anderes dasselbe sagen.</translation>
    </message>
    <message>
        <source>The owner is asked now.</source>
        <translation>Das Zielsystem wird jetzt gefragt.</translation>
    </message>
    <message>
        <source>Settled: it happened.</source>
        <translation>Entschieden: Es ist geschehen.</translation>
    </message>
    <message>
        <source>Settled: it did not happen. The key is free for plans that people approve.</source>
        <translation>Entschieden: Es ist nicht geschehen. Der Schlüssel ist frei für Pläne, die Menschen freigeben.</translation>
    </message>
    <message>
        <source>Reopened as operation %1; somebody else must approve it.</source>
        <translation>Wieder geöffnet als Vorgang %1; jemand anderes muss ihn freigeben.</translation>
    </message>
    <message>
        <source>Accepted as operation %1; somebody else must approve it.</source>
        <translation>Angenommen als Vorgang %1; jemand anderes muss ihn freigeben.</translation>
    </message>
    <message>
        <source>The first one stays as it is, and the conflict is settled.</source>
        <translation>Der erste bleibt, wie er ist, und der Konflikt ist entschieden.</translation>
    </message>
    <message>
        <source>Dismissed. The first one stays as it is.</source>
        <translation>Verworfen. Der erste bleibt, wie er ist.</translation>
    </message>
    <message>
        <source>Over this amount two people have to say the same. Nobody has said anything yet.</source>
        <translation>Über diesem Betrag müssen zwei Menschen dasselbe sagen. Noch hat niemand etwas gesagt.</translation>
    </message>
    <message>
        <source>Over this amount another person has to say the same, with the same reference:</source>
        <translation>Über diesem Betrag muss noch jemand dasselbe sagen, mit derselben Nummer:</translation>
    </message>
    <message>
        <source>it happened</source>
        <translation>es ist geschehen</translation>
    </message>
    <message>
        <source>it did not happen</source>
        <translation>es ist nicht geschehen</translation>
    </message>
    <message>
        <source>, reference %1</source>
        <translation>, Nummer %1</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 für %2</translation>
    </message>
    <message>
        <source>%1 at %2: %3</source>
        <translation>%1 um %2: %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>Asking about %1 again in %n s</source>
        <translation>
            <numerusform>Nach %1 wird in %n s noch einmal gefragt</numerusform>
            <numerusform>Nach %1 wird in %n s noch einmal gefragt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reopening %1 in %n s</source>
        <translation>
            <numerusform>%1 wird in %n s wieder geöffnet</numerusform>
            <numerusform>%1 wird in %n s wieder geöffnet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Settling %1 in %n s</source>
        <translation>
            <numerusform>Über %1 wird in %n s entschieden</numerusform>
            <numerusform>Über %1 wird in %n s entschieden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PassphraseDialog</name>
    <message>
        <source>Change the passphrase</source>
        <translation>Passphrase ändern</translation>
    </message>
    <message>
        <source>The key stays the same; only its file is encrypted anew. Copies that you made before keep the old passphrase.</source>
        <translation>Der Schlüssel bleibt derselbe; nur seine Datei wird neu verschlüsselt. Kopien, die Sie vorher gemacht haben, behalten die alte Passphrase.</translation>
    </message>
    <message>
        <source>&amp;Key file</source>
        <translation>&amp;Schlüsseldatei</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>&amp;Present passphrase</source>
        <translation>&amp;Jetzige Passphrase</translation>
    </message>
    <message>
        <source>&amp;New passphrase</source>
        <translation>&amp;Neue Passphrase</translation>
    </message>
    <message>
        <source>New passphrase &amp;again</source>
        <translation>Neue Passphrase &amp;wiederholen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
</context>
<context>
    <name>PeopleRows</name>
    <message>
        <source>event %1</source>
        <translation>Ereignis %1</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Tenants</source>
        <translation>Mandanten</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Revoked</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Acts as</source>
        <translation>Handelt als</translation>
    </message>
    <message>
        <source>Tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>Sponsor</source>
        <translation>Bürge</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>Decides</source>
        <translation>Entscheidet</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>revoked</source>
        <translation>widerrufen</translation>
    </message>
    <message>
        <source>over</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>in Kraft</translation>
    </message>
</context>
<context>
    <name>PlanLines</name>
    <message>
        <source>Operation %1 is the same work, was sent to the owner and counts as %2. Make sure that it did nothing: if you approve, this is sent as well.</source>
        <translation>Operation %1 ist dieselbe Arbeit, wurde an das Zielsystem gesendet und gilt als %2. Stellen Sie sicher, dass sie nichts bewirkt hat: Wenn Sie zustimmen, wird auch diese gesendet.</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>an %1</translation>
    </message>
    <message>
        <source>cannot be undone</source>
        <translation>kann nicht rückgängig gemacht werden</translation>
    </message>
    <message>
        <source>can be undone</source>
        <translation>kann rückgängig gemacht werden</translation>
    </message>
    <message>
        <source>can be undone in part</source>
        <translation>kann teilweise rückgängig gemacht werden</translation>
    </message>
    <message>
        <source>the owner returns the first result</source>
        <translation>das Zielsystem gibt das erste Ergebnis zurück</translation>
    </message>
    <message>
        <source>the owner refuses the second</source>
        <translation>das Zielsystem weist das zweite ab</translation>
    </message>
    <message>
        <source>the owner does it twice; Obstat lets only one through</source>
        <translation>das Zielsystem tut es zweimal; Obstat lässt nur eines durch</translation>
    </message>
    <message>
        <source>Nothing has happened yet</source>
        <translation>Noch ist nichts geschehen</translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation>läuft in %1 ab</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>revision %1</source>
        <translation>Revision %1</translation>
    </message>
    <message numerus="yes">
        <source>asked %n times</source>
        <translation>
            <numerusform>%n-mal gefragt</numerusform>
            <numerusform>%n-mal gefragt</numerusform>
        </translation>
    </message>
    <message>
        <source>No rule matched, so a person decides</source>
        <translation>Keine Regel passte, deshalb entscheidet ein Mensch</translation>
    </message>
    <message>
        <source>Rule %1</source>
        <translation>Regel %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>If repeated</source>
        <translation>Bei Wiederholung</translation>
    </message>
    <message>
        <source>Approver</source>
        <translation>Freigeber</translation>
    </message>
    <message>
        <source>as the policy says</source>
        <translation>wie das Regelwerk sagt</translation>
    </message>
    <message>
        <source>(not there)</source>
        <translation>(nicht vorhanden)</translation>
    </message>
    <message>
        <source>Nothing: the arguments are the same</source>
        <translation>Nichts: Die Argumente sind gleich</translation>
    </message>
    <message numerus="yes">
        <source>%n invisible character(s) in %1</source>
        <translation>
            <numerusform>%n unsichtbares Zeichen in %1</numerusform>
            <numerusform>%n unsichtbare Zeichen in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more field(s) like these</source>
        <translation>
            <numerusform>%n weiteres Feld wie diese</numerusform>
            <numerusform>%n weitere Felder wie diese</numerusform>
        </translation>
    </message>
    <message>
        <source>ALSO IN RUN %1</source>
        <translation>AUCH IM LAUF %1</translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s)</source>
        <translation>
            <numerusform>%n Plan</numerusform>
            <numerusform>%n Pläne</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; this agent usually makes %2 in a run</source>
        <translation>%1; dieser Agent macht sonst %2 in einem Lauf</translation>
    </message>
    <message>
        <source>Rejected.</source>
        <translation>Abgelehnt.</translation>
    </message>
    <message>
        <source>%1 rejected it at %2.</source>
        <translation>%1 hat es um %2 abgelehnt.</translation>
    </message>
    <message>
        <source>It expired before anybody decided. Nothing was done.</source>
        <translation>Es lief ab, bevor jemand entschied. Nichts wurde getan.</translation>
    </message>
    <message>
        <source>It was withdrawn. Nothing was done.</source>
        <translation>Es wurde zurückgezogen. Nichts wurde getan.</translation>
    </message>
    <message>
        <source>It has left the queue: %1.</source>
        <translation>Es hat die Warteschlange verlassen: %1.</translation>
    </message>
    <message>
        <source>%1 approved it at %2; it is %3.</source>
        <translation>%1 hat es um %2 freigegeben; es ist %3.</translation>
    </message>
    <message>
        <source>Approved and signed; sending …</source>
        <translation>Freigegeben und signiert; wird gesendet …</translation>
    </message>
    <message>
        <source>Rejected and signed; sending …</source>
        <translation>Abgelehnt und signiert; wird gesendet …</translation>
    </message>
    <message>
        <source>Approved. The flow carries it out now.</source>
        <translation>Freigegeben. Der Flow führt es jetzt aus.</translation>
    </message>
    <message>
        <source>Rejected. Nothing happens, and the agent is told why.</source>
        <translation>Abgelehnt. Nichts geschieht, und der Agent erfährt, warum.</translation>
    </message>
    <message>
        <source>Too late: somebody else decided first.</source>
        <translation>Zu spät: Jemand anderes hat zuerst entschieden.</translation>
    </message>
    <message>
        <source>Too late: the plan had expired. Nothing was done.</source>
        <translation>Zu spät: Der Plan war abgelaufen. Nichts wurde getan.</translation>
    </message>
    <message>
        <source>Your decision was refused.</source>
        <translation>Ihre Entscheidung wurde zurückgewiesen.</translation>
    </message>
    <message>
        <source>Not sent: no instance is reachable. It waits in your outbox and goes when one is back.</source>
        <translation>Nicht gesendet: Keine Instanz ist erreichbar. Die Entscheidung wartet im Postausgang und geht ab, wenn wieder eine da ist.</translation>
    </message>
    <message>
        <source>%1 · tenant %2 · by %3</source>
        <translation>%1 · Mandant %2 · von %3</translation>
    </message>
    <message>
        <source>expires now</source>
        <translation>verfällt gerade</translation>
    </message>
    <message>
        <source>Rule %1 approves by itself, but was not allowed to here, so a person decides</source>
        <translation>Regel %1 gibt von selbst frei, durfte das hier aber nicht, deshalb entscheidet ein Mensch</translation>
    </message>
    <message>
        <source>The arguments of that one cannot be read any more</source>
        <translation>Dessen Argumente sind nicht mehr lesbar</translation>
    </message>
    <message>
        <source>(OP %1, %2)</source>
        <translation>(VORGANG %1, %2)</translation>
    </message>
    <message>
        <source>SINCE THE LAST ONE %1</source>
        <translation>SEIT DEM LETZTEN %1</translation>
    </message>
    <message>
        <source>SINCE THE LAST ONE FOR %1 %2</source>
        <translation>SEIT DEM LETZTEN FÜR %1 %2</translation>
    </message>
    <message>
        <source>%1 mixes scripts (%2): some letters may only look like others</source>
        <translation>%1 mischt Schriften (%2): Manche Buchstaben sehen vielleicht nur aus wie andere</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 für %2</translation>
    </message>
    <message>
        <source>Changed and signed; sending …</source>
        <translation>Geändert und signiert; wird gesendet …</translation>
    </message>
    <message>
        <source>Changed. This plan is rejected; operation %1 has your arguments, and somebody else must approve it.</source>
        <translation>Geändert. Dieser Plan ist abgelehnt; Vorgang %1 hat Ihre Argumente, und jemand anderes muss ihn freigeben.</translation>
    </message>
    <message>
        <source>Changed. This plan is rejected; your arguments are another plan, which somebody else must approve.</source>
        <translation>Geändert. Dieser Plan ist abgelehnt; Ihre Argumente sind ein anderer Plan, den jemand anderes freigeben muss.</translation>
    </message>
    <message>
        <source>Signed for %1.</source>
        <translation>Signiert für %1.</translation>
    </message>
    <message>
        <source>%1 changed it at %2: this plan is rejected, and the edited arguments are another.</source>
        <translation>%1 hat ihn um %2 geändert: Dieser Plan ist abgelehnt, die geänderten Argumente sind ein anderer.</translation>
    </message>
</context>
<context>
    <name>PlanPanel</name>
    <message>
        <source>WHY IT IS HERE</source>
        <translation>WARUM ES HIER STEHT</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>What the rule saw</source>
        <translation>Was die Regel sah</translation>
    </message>
    <message>
        <source>FACTS, VOUCHED FOR BY CODE</source>
        <translation>FAKTEN, FÜR DIE PROGRAMME BÜRGEN</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <source>IF IT GOES WRONG</source>
        <translation>WENN ES SCHIEFGEHT</translation>
    </message>
    <message>
        <source>If it goes wrong</source>
        <translation>Wenn es schiefgeht</translation>
    </message>
    <message>
        <source>ARGUMENTS</source>
        <translation>ARGUMENTE</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>canonical</source>
        <translation>kanonisch</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Canonical arguments</source>
        <translation>Kanonische Argumente</translation>
    </message>
    <message>
        <source>CHANGED SINCE THE LAST PLAN</source>
        <translation>GEÄNDERT SEIT DEM LETZTEN PLAN</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>ALSO IN THIS RUN</source>
        <translation>AUCH IN DIESEM LAUF</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
    </message>
    <message>
        <source>THE AGENT&apos;S WORDS, NOT VERIFIED</source>
        <translation>WORTE DES AGENTEN, NICHT GEPRÜFT</translation>
    </message>
    <message>
        <source>What the agent says, not verified</source>
        <translation>Was der Agent sagt, nicht geprüft</translation>
    </message>
    <message>
        <source>WHAT YOUR SIGNATURE COVERS</source>
        <translation>WAS IHRE SIGNATUR ABDECKT</translation>
    </message>
    <message>
        <source>Digests</source>
        <translation>Digests</translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation>Entsperren …</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation>Ablehnen …</translation>
    </message>
    <message>
        <source>Approve and sign</source>
        <translation>Signiert freigeben</translation>
    </message>
    <message>
        <source>APPROVALS</source>
        <translation>FREIGABEN</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>Freigaben</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern …</translation>
    </message>
</context>
<context>
    <name>PolicyPage</name>
    <message>
        <source>Rules in the order in which they are looked at</source>
        <translation>Regeln in der Reihenfolge, in der sie geprüft werden</translation>
    </message>
    <message>
        <source>Tests of the policy</source>
        <translation>Tests des Regelwerks</translation>
    </message>
    <message>
        <source>WHEN ALL OF THIS HOLDS</source>
        <translation>WENN ALL DAS ZUTRIFFT</translation>
    </message>
    <message>
        <source>Conditions of the rule</source>
        <translation>Bedingungen der Regel</translation>
    </message>
    <message>
        <source>THEN</source>
        <translation>DANN</translation>
    </message>
    <message>
        <source>What the rule does</source>
        <translation>Was die Regel tut</translation>
    </message>
    <message>
        <source>LISTS</source>
        <translation>LISTEN</translation>
    </message>
    <message>
        <source>Lists that rules name</source>
        <translation>Listen, die Regeln nennen</translation>
    </message>
    <message>
        <source>THE WHOLE TEXT, AS SIGNED</source>
        <translation>DER GANZE TEXT, WIE ER SIGNIERT WURDE</translation>
    </message>
    <message>
        <source>The whole text of the policy</source>
        <translation>Der ganze Text des Regelwerks</translation>
    </message>
</context>
<context>
    <name>QueuePage</name>
    <message>
        <source>needs</source>
        <translation>braucht</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>leeren</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>Plans that wait for a person</source>
        <translation>Pläne, die auf einen Menschen warten</translation>
    </message>
</context>
<context>
    <name>QuorumWording</name>
    <message>
        <source>%1 %2/%3</source>
        <translation>%1 %2/%3</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>only for approvers</source>
        <translation>nur für Freigebende</translation>
    </message>
    <message>
        <source>only for %1</source>
        <translation>nur für %1</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>approved at %1</source>
        <translation>hat um %1 freigegeben</translation>
    </message>
    <message>
        <source>approved at %1 for %2</source>
        <translation>hat um %1 für %2 freigegeben</translation>
    </message>
    <message>
        <source>%1; does not count, the enrolment was revoked</source>
        <translation>%1; zählt nicht, die Eintragung wurde widerrufen</translation>
    </message>
    <message>
        <source>Still needed</source>
        <translation>Es fehlt noch</translation>
    </message>
    <message>
        <source>Since %1 somebody with the role %2 may decide too.</source>
        <translation>Seit %1 darf auch jemand mit der Rolle %2 entscheiden.</translation>
    </message>
    <message>
        <source>From %1 on somebody with the role %2 may decide too.</source>
        <translation>Ab %1 darf auch jemand mit der Rolle %2 entscheiden.</translation>
    </message>
</context>
<context>
    <name>ScriptWording</name>
    <message>
        <source>Latin</source>
        <translation>lateinisch</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>kyrillisch</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>griechisch</translation>
    </message>
    <message>
        <source>mixed scripts: %1</source>
        <translation>gemischte Schriften: %1</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Open a ledger</source>
        <translation>Ein Hauptbuch öffnen</translation>
    </message>
    <message>
        <source>A ledger is one file, NAME.obstat. Obstat reads it; only a running instance writes it.</source>
        <translation>Ein Hauptbuch ist eine Datei, NAME.obstat. Obstat liest sie; nur eine laufende Instanz schreibt sie.</translation>
    </message>
    <message>
        <source>RECENT</source>
        <translation>ZULETZT GEÖFFNET</translation>
    </message>
    <message>
        <source>Recent ledgers</source>
        <translation>Zuletzt geöffnete Hauptbücher</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Eine Datei öffnen …</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>? keys</source>
        <translation>? Tasten</translation>
    </message>
</context>
<context>
    <name>TimelineBuilder</name>
    <message>
        <source>%1 ×%2</source>
        <comment>a thing that happened, how often</comment>
        <translation>%1 ×%2</translation>
    </message>
    <message>
        <source>%1 · within %2</source>
        <translation>%1 · binnen %2</translation>
    </message>
    <message>
        <source>Unreadable event</source>
        <translation>Nicht lesbares Ereignis</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source> · no rule matched, a person decides</source>
        <translation> · keine Regel passte, ein Mensch entscheidet</translation>
    </message>
    <message>
        <source> · rule %1 asks a person</source>
        <translation> · Regel %1 verlangt einen Menschen</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Wiederholt</translation>
    </message>
    <message>
        <source>by %1 · told the state, nothing done again</source>
        <translation>von %1 · bekam den Stand gesagt, nichts wurde noch einmal getan</translation>
    </message>
    <message>
        <source>by %1 · returned %2</source>
        <translation>von %1 · bekam %2 zurück</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>by %1 · the same key with another payload: %2</source>
        <translation>von %1 · derselbe Schlüssel mit anderem Inhalt: %2</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation>Zurückgezogen</translation>
    </message>
    <message>
        <source>by %1: %2</source>
        <translation>von %1: %2</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>nobody decided in time, nothing was done</source>
        <translation>niemand entschied rechtzeitig, nichts wurde getan</translation>
    </message>
    <message>
        <source>Back to the queue</source>
        <translation>Zurück in die Warteschlange</translation>
    </message>
    <message>
        <source>Reopened</source>
        <translation>Wieder geöffnet</translation>
    </message>
    <message>
        <source>Approved by rule</source>
        <translation>Durch Regel freigegeben</translation>
    </message>
    <message>
        <source>%1 · policy %2</source>
        <translation>%1 · Regelwerk %2</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>by %1, signed</source>
        <translation>von %1, signiert</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>by %1: “%2”</source>
        <translation>von %1: „%2“</translation>
    </message>
    <message>
        <source>Decision received</source>
        <translation>Entscheidung eingegangen</translation>
    </message>
    <message>
        <source>%1 approves</source>
        <translation>%1 gibt frei</translation>
    </message>
    <message>
        <source>%1 rejects</source>
        <translation>%1 lehnt ab</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Decision refused</source>
        <translation>Entscheidung zurückgewiesen</translation>
    </message>
    <message>
        <source>from %1: %2</source>
        <translation>von %1: %2</translation>
    </message>
    <message>
        <source>Question %1</source>
        <translation>Nachfrage %1</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>sent to the owner, limit %1</source>
        <translation>an das Zielsystem gesendet, Frist %1</translation>
    </message>
    <message>
        <source>sent to the owner</source>
        <translation>an das Zielsystem gesendet</translation>
    </message>
    <message>
        <source>Attempt %1 ended</source>
        <translation>Versuch %1 beendet</translation>
    </message>
    <message>
        <source>answered %1</source>
        <translation>antwortete %1</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>, after its limit</source>
        <translation>, nach seiner Frist</translation>
    </message>
    <message>
        <source>Taken by the flow</source>
        <translation>Vom Flow übernommen</translation>
    </message>
    <message>
        <source>all checks passed again</source>
        <translation>alle Prüfungen noch einmal bestanden</translation>
    </message>
    <message>
        <source>Asked the owner</source>
        <translation>Das Zielsystem gefragt</translation>
    </message>
    <message>
        <source>Queued again</source>
        <translation>Wieder eingereiht</translation>
    </message>
    <message>
        <source>proved not sent, nothing happened</source>
        <translation>erwiesen nicht gesendet, nichts ist geschehen</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>Gelungen</translation>
    </message>
    <message>
        <source>the owner did it</source>
        <translation>das Zielsystem hat es getan</translation>
    </message>
    <message>
        <source>the owner&apos;s reference is %1</source>
        <translation>die Nummer des Zielsystems ist %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>the owner refused, nothing happened</source>
        <translation>das Zielsystem hat abgelehnt, nichts ist geschehen</translation>
    </message>
    <message>
        <source>a person says that it did not happen</source>
        <translation>ein Mensch sagt, dass es nicht geschehen ist</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>whether it happened is not known; it is not simply repeated</source>
        <translation>ob es geschehen ist, ist nicht bekannt; es wird nicht einfach wiederholt</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>Widersprochen</translation>
    </message>
    <message>
        <source>the owner says something else than the ledger</source>
        <translation>das Zielsystem sagt etwas anderes als das Hauptbuch</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Alarm</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>Freigelassen</translation>
    </message>
    <message>
        <source> · rule %1 approves by itself, but was not allowed to here: a person decides</source>
        <translation> · Regel %1 gibt von selbst frei, durfte das hier aber nicht: ein Mensch entscheidet</translation>
    </message>
    <message>
        <source> · %1 of %2 needed</source>
        <translation> · %1 von %2 nötig</translation>
    </message>
    <message>
        <source> · for %1</source>
        <translation> · für %1</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>%1 changes the arguments</source>
        <translation>%1 ändert die Argumente</translation>
    </message>
    <message>
        <source> · the edited arguments are the next revision</source>
        <translation> · die geänderten Argumente sind die nächste Revision</translation>
    </message>
    <message>
        <source>executed by the caller itself, lease %1</source>
        <translation>vom Aufrufer selbst ausgeführt, Frist %1</translation>
    </message>
    <message>
        <source>Taken by a caller</source>
        <translation>Von einem Aufrufer übernommen</translation>
    </message>
    <message>
        <source>by %1, all checks passed again</source>
        <translation>von %1, alle Prüfungen erneut bestanden</translation>
    </message>
    <message>
        <source>Reported</source>
        <translation>Gemeldet</translation>
    </message>
    <message>
        <source>%1 says about attempt %2: %3</source>
        <translation>%1 meldet zu Versuch %2: %3</translation>
    </message>
    <message>
        <source>it has this work</source>
        <translation>es hat diese Arbeit</translation>
    </message>
    <message>
        <source>it has this work, reference %1</source>
        <translation>es hat diese Arbeit, Nummer %1</translation>
    </message>
    <message>
        <source>it has no such work, and nothing can arrive any more</source>
        <translation>es hat keine solche Arbeit, und nichts kann mehr ankommen</translation>
    </message>
    <message>
        <source>it has no such work; too early to count</source>
        <translation>es hat keine solche Arbeit; zu früh, um zu zählen</translation>
    </message>
    <message>
        <source>it has several that match; a person must look</source>
        <translation>es hat mehrere passende; ein Mensch muss nachsehen</translation>
    </message>
    <message>
        <source>it could not be reached</source>
        <translation>es war nicht erreichbar</translation>
    </message>
    <message>
        <source>no answer that could be used: %1</source>
        <translation>keine brauchbare Antwort: %1</translation>
    </message>
</context>
<context>
    <name>ToolPanel</name>
    <message>
        <source>THE THREE QUESTIONS</source>
        <translation>DIE DREI FRAGEN</translation>
    </message>
    <message>
        <source>The three questions</source>
        <translation>Die drei Fragen</translation>
    </message>
    <message>
        <source>ONE PIECE OF WORK</source>
        <translation>EIN STÜCK ARBEIT</translation>
    </message>
    <message>
        <source>One piece of work</source>
        <translation>Ein Stück Arbeit</translation>
    </message>
    <message>
        <source>ITS OWNER</source>
        <translation>SEIN ZIELSYSTEM</translation>
    </message>
    <message>
        <source>Its owner</source>
        <translation>Sein Zielsystem</translation>
    </message>
    <message>
        <source>TIMES AND ATTEMPTS</source>
        <translation>FRISTEN UND VERSUCHE</translation>
    </message>
    <message>
        <source>Times and attempts</source>
        <translation>Fristen und Versuche</translation>
    </message>
    <message>
        <source>CANONICAL ENTRY</source>
        <translation>KANONISCHER EINTRAG</translation>
    </message>
    <message>
        <source>Canonical entry</source>
        <translation>Kanonischer Eintrag</translation>
    </message>
</context>
<context>
    <name>ToolWording</name>
    <message>
        <source>changes something</source>
        <translation>ändert etwas</translation>
    </message>
    <message>
        <source>only reads</source>
        <translation>liest nur</translation>
    </message>
    <message>
        <source>partly</source>
        <translation>teilweise</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>nicht beantwortet</translation>
    </message>
    <message>
        <source>returns the first result</source>
        <translation>erstes Ergebnis</translation>
    </message>
    <message>
        <source>is refused</source>
        <translation>wird abgewiesen</translation>
    </message>
    <message>
        <source>happens twice</source>
        <translation>geschieht zweimal</translation>
    </message>
    <message>
        <source>named by the orchestrator</source>
        <translation>vom Orchestrator benannt</translation>
    </message>
    <message>
        <source>%1 (as a number)</source>
        <translation>%1 (als Zahl)</translation>
    </message>
    <message>
        <source>%1 (in any order)</source>
        <translation>%1 (in beliebiger Reihenfolge)</translation>
    </message>
    <message>
        <source>one a business day, from %1:%2 %3</source>
        <translation>eines je Geschäftstag, ab %1:%2 %3</translation>
    </message>
    <message>
        <source>one an hour, UTC</source>
        <translation>eines je Stunde, UTC</translation>
    </message>
    <message>
        <source>one for ever</source>
        <translation>eines für immer</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Can it be undone?</source>
        <translation>Kann es rückgängig gemacht werden?</translation>
    </message>
    <message>
        <source>Who approves it?</source>
        <translation>Wer gibt es frei?</translation>
    </message>
    <message>
        <source>What if it repeats?</source>
        <translation>Was, wenn es sich wiederholt?</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>by policy</source>
        <translation>Regelwerk</translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Obstat</source>
        <translation>Obstat</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
</context>
<context>
    <name>UnlockDialog</name>
    <message>
        <source>Unlock your key</source>
        <translation>Ihren Schlüssel entsperren</translation>
    </message>
    <message>
        <source>&amp;Key file</source>
        <translation>&amp;Schlüsseldatei</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>&amp;Passphrase</source>
        <translation>&amp;Passphrase</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Your key signs what you decide. It locks again after a time without input, and with the screen.</source>
        <translation>Ihr Schlüssel unterschreibt, was Sie entscheiden. Er sperrt sich nach einer Zeit ohne Eingabe und mit dem Bildschirm.</translation>
    </message>
</context>
<context>
    <name>VersionsPanel</name>
    <message>
        <source>VERSIONS</source>
        <translation>FASSUNGEN</translation>
    </message>
    <message>
        <source>Versions, the newest first</source>
        <translation>Fassungen, die neueste zuerst</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleiche</translation>
    </message>
    <message>
        <source>The older version</source>
        <translation>Die ältere Fassung</translation>
    </message>
    <message>
        <source>with</source>
        <translation>mit</translation>
    </message>
    <message>
        <source>The newer version</source>
        <translation>Die neuere Fassung</translation>
    </message>
    <message>
        <source>Difference between the two versions</source>
        <translation>Unterschied zwischen den beiden Fassungen</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>It is not there.</source>
        <translation>Sie ist nicht da.</translation>
    </message>
    <message>
        <source>This file is not an Obstat ledger.</source>
        <translation>Diese Datei ist kein Hauptbuch von Obstat.</translation>
    </message>
    <message>
        <source>This ledger was made by a newer Obstat.</source>
        <translation>Dieses Hauptbuch wurde von einem neueren Obstat angelegt.</translation>
    </message>
    <message>
        <source>This ledger is shorter than it should be.</source>
        <translation>Dieses Hauptbuch ist kürzer, als es sein sollte.</translation>
    </message>
    <message>
        <source>Stored bytes are not what the ledger says they are.</source>
        <translation>Gespeicherte Bytes sind nicht, was das Hauptbuch von ihnen sagt.</translation>
    </message>
    <message>
        <source>A ledger must lie on a local disk; this one is on a network file system.</source>
        <translation>Ein Hauptbuch muss auf einer lokalen Platte liegen; dieses liegt auf einem Netzlaufwerk.</translation>
    </message>
    <message>
        <source>This ledger cannot be read by you.</source>
        <translation>Sie dürfen dieses Hauptbuch nicht lesen.</translation>
    </message>
    <message>
        <source>The ledger is busy.</source>
        <translation>Das Hauptbuch ist beschäftigt.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>Die Platte ist voll.</translation>
    </message>
    <message>
        <source>The file could not be read or written.</source>
        <translation>Die Datei ließ sich nicht lesen oder schreiben.</translation>
    </message>
    <message>
        <source>No instance could be reached.</source>
        <translation>Keine Instanz war zu erreichen.</translation>
    </message>
    <message>
        <source>There was no answer in time.</source>
        <translation>Es kam keine Antwort in der Frist.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>The passphrase does not open this key.</source>
        <translation>Die Passphrase öffnet diesen Schlüssel nicht.</translation>
    </message>
    <message>
        <source>The file is not what its name says.</source>
        <translation>Die Datei ist nicht, was ihr Name sagt.</translation>
    </message>
    <message>
        <source>Your key is locked, or nobody enrolled in this ledger has it.</source>
        <translation>Ihr Schlüssel ist gesperrt, oder niemand, der in diesem Hauptbuch eingetragen ist, hat ihn.</translation>
    </message>
    <message>
        <source>You are not allowed to do this.</source>
        <translation>Das dürfen Sie nicht.</translation>
    </message>
    <message>
        <source>It is too late for this.</source>
        <translation>Dafür ist es zu spät.</translation>
    </message>
    <message>
        <source>This version cannot do that.</source>
        <translation>Das kann diese Version nicht.</translation>
    </message>
    <message>
        <source>Something went wrong: %1</source>
        <translation>Etwas ist schiefgegangen: %1</translation>
    </message>
    <message>
        <source>Check the path, or open another ledger.</source>
        <translation>Prüfen Sie den Pfad, oder öffnen Sie ein anderes Hauptbuch.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>Install the newer version.</source>
        <translation>Installieren Sie die neuere Version.</translation>
    </message>
    <message>
        <source>Do not decide anything here. Run “obstatctl verify” and tell an administrator.</source>
        <translation>Entscheiden Sie hier nichts. Führen Sie „obstatctl verify“ aus und sagen Sie es einem Administrator.</translation>
    </message>
    <message>
        <source>Open it on the machine where it lies.</source>
        <translation>Öffnen Sie es auf dem Rechner, auf dem es liegt.</translation>
    </message>
    <message>
        <source>Check who may read the file and its folder.</source>
        <translation>Prüfen Sie, wer die Datei und ihren Ordner lesen darf.</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>Free some space; nothing was changed.</source>
        <translation>Schaffen Sie Platz; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Start a flow, or wait until one is back.</source>
        <translation>Starten Sie einen Flow, oder warten Sie, bis wieder einer da ist.</translation>
    </message>
    <message>
        <source>awaiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>gelungen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 m</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h %2 m</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 d %2 h</translation>
    </message>
    <message>
        <source>%1 m %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>,</source>
        <comment>between groups of three digits</comment>
        <translation>.</translation>
    </message>
    <message>
        <source>.</source>
        <comment>before the decimals</comment>
        <translation>,</translation>
    </message>
</context>
<context>
    <name>obstat::console::ActingBox</name>
    <message>
        <source>You decide</source>
        <translation>Sie entscheiden</translation>
    </message>
    <message>
        <source>In whose name you decide</source>
        <translation>In wessen Namen Sie entscheiden</translation>
    </message>
    <message>
        <source>choose for whom</source>
        <translation>bitte wählen, für wen</translation>
    </message>
    <message>
        <source>in your own name</source>
        <translation>im eigenen Namen</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>für %1</translation>
    </message>
</context>
<context>
    <name>obstat::console::AdminActDialog</name>
    <message>
        <source>Signed as administrator</source>
        <translation>Unterschrieben als Administrator</translation>
    </message>
    <message>
        <source>Decides</source>
        <translation>Entscheidet</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Enrol a person</source>
        <translation>Person eintragen</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>treasury, compliance</source>
        <translation>treasury, compliance</translation>
    </message>
    <message>
        <source>Tenants</source>
        <translation>Mandanten</translation>
    </message>
    <message>
        <source>Change a person&apos;s roles</source>
        <translation>Rollen einer Person ändern</translation>
    </message>
    <message>
        <source>Roles from now on</source>
        <translation>Rollen von jetzt an</translation>
    </message>
    <message>
        <source>Revoke a key or a person</source>
        <translation>Schlüssel oder Person widerrufen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>empty: the whole person</source>
        <translation>leer: die ganze Person</translation>
    </message>
    <message>
        <source>Delegate decisions</source>
        <translation>Vertretung erteilen</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>End a delegation that is in force</source>
        <translation>Eine geltende Vertretung beenden</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Sign and send</source>
        <translation>Unterschreiben und senden</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The person&apos;s request or key file</source>
        <translation>Antrag oder Schlüsseldatei der Person</translation>
    </message>
    <message>
        <source>Passphrase of a key file</source>
        <translation>Passphrase einer Schlüsseldatei</translation>
    </message>
</context>
<context>
    <name>obstat::console::Application</name>
    <message>
        <source>Open a ledger…</source>
        <translation>Ein Hauptbuch öffnen …</translation>
    </message>
    <message>
        <source>Recent ledgers</source>
        <translation>Zuletzt geöffnete Hauptbücher</translation>
    </message>
    <message>
        <source>Close the ledger</source>
        <translation>Das Hauptbuch schließen</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Single-letter keys</source>
        <translation>Tasten aus einem Buchstaben</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Obstat %1</source>
        <translation>Obstat %1</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Open a ledger</source>
        <translation>Ein Hauptbuch öffnen</translation>
    </message>
    <message>
        <source>Ledgers (*.obstat);;All files (*)</source>
        <translation>Hauptbücher (*.obstat);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>No instance could be started.</source>
        <translation>Keine Instanz ließ sich starten.</translation>
    </message>
</context>
<context>
    <name>obstat::console::AttentionModel</name>
    <message>
        <source>Approved</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>What happens next</source>
        <translation>Wie es weitergeht</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>held</source>
        <translation>angehalten</translation>
    </message>
</context>
<context>
    <name>obstat::console::AttentionPage</name>
    <message>
        <source>Attention</source>
        <translation>Klärung</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Ask about them again…</source>
        <translation>Noch einmal nach ihnen fragen…</translation>
    </message>
    <message numerus="yes">
        <source>%n marked</source>
        <translation>
            <numerusform>%n markiert</numerusform>
            <numerusform>%n markiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %n can be asked about together.</source>
        <translation>
            <numerusform>Höchstens nach %n kann gemeinsam gefragt werden.</numerusform>
            <numerusform>Höchstens nach %n kann gemeinsam gefragt werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>X marks the next one, Esc none.</source>
        <translation>X markiert den nächsten, Esc keinen.</translation>
    </message>
</context>
<context>
    <name>obstat::console::AuditPage</name>
    <message>
        <source>last hour</source>
        <translation>letzte Stunde</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>last 7 days</source>
        <translation>letzte 7 Tage</translation>
    </message>
    <message>
        <source>last 30 days</source>
        <translation>letzte 30 Tage</translation>
    </message>
    <message>
        <source>last 90 days</source>
        <translation>letzte 90 Tage</translation>
    </message>
    <message>
        <source>2026-09-20 or 2026-09-01..2026-09-20</source>
        <translation>2026-09-20 oder 2026-09-01..2026-09-20</translation>
    </message>
    <message>
        <source>The operation&apos;s number</source>
        <translation>Die Nummer des Vorgangs</translation>
    </message>
    <message>
        <source>The run&apos;s id</source>
        <translation>Die Kennung des Laufs</translation>
    </message>
    <message>
        <source>An agent, a person or a rule</source>
        <translation>Ein Agent, ein Mensch oder eine Regel</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>the time “%1”</source>
        <translation>die Zeit „%1“</translation>
    </message>
    <message>
        <source>the last 30 days</source>
        <translation>die letzten 30 Tage</translation>
    </message>
    <message>
        <source>counting …</source>
        <translation>wird gezählt …</translation>
    </message>
    <message>
        <source>%1 events, the newest %2 listed</source>
        <translation>%1 Ereignisse, die neuesten %2 aufgelistet</translation>
    </message>
    <message>
        <source>No event matches the filter</source>
        <translation>Kein Ereignis passt zum Filter</translation>
    </message>
    <message>
        <source>Clear a part of it to see more.</source>
        <translation>Leeren Sie einen Teil davon, um mehr zu sehen.</translation>
    </message>
    <message>
        <source>The log is empty</source>
        <translation>Das Protokoll ist leer</translation>
    </message>
    <message>
        <source>Everything that happens to an operation, and every administrator&apos;s act, becomes one event here. Events are only ever added.</source>
        <translation>Alles, was mit einem Vorgang geschieht, und jede Handlung eines Administrators wird hier zu einem Ereignis. Ereignisse kommen nur hinzu.</translation>
    </message>
    <message>
        <source>Operations %1</source>
        <translation>Vorgänge %1</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 Ereignis</numerusform>
            <numerusform>%1 Ereignisse</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::BackupNotice</name>
    <message>
        <source>I have a copy</source>
        <translation>Ich habe eine Kopie</translation>
    </message>
    <message>
        <source>Keep a copy of your key file where this computer is not.</source>
        <translation>Bewahren Sie eine Kopie Ihrer Schlüsseldatei an einem anderen Ort als diesem Rechner auf.</translation>
    </message>
    <message>
        <source>Without the file or its passphrase nobody can sign as you, and an administrator has to enrol a new key.</source>
        <translation>Ohne die Datei oder ihre Passphrase kann niemand in Ihrem Namen unterschreiben, und ein Administrator muss einen neuen Schlüssel eintragen.</translation>
    </message>
</context>
<context>
    <name>obstat::console::BulkAskPanel</name>
    <message>
        <source>What becomes of each</source>
        <translation>Was aus jedem wird</translation>
    </message>
    <message>
        <source>Back to one</source>
        <translation>Zurück zu einem</translation>
    </message>
    <message>
        <source>reading …</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>can be asked about</source>
        <translation>kann gefragt werden</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>ausgelassen: %1</translation>
    </message>
    <message>
        <source>operation %1</source>
        <translation>Vorgang %1</translation>
    </message>
    <message numerus="yes">
        <source>%n unknown together</source>
        <translation>
            <numerusform>%n unbekannter gemeinsam</numerusform>
            <numerusform>%n unbekannte gemeinsam</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ask about %n again and sign each</source>
        <translation>
            <numerusform>Nach %n noch einmal fragen und signieren</numerusform>
            <numerusform>Nach %n noch einmal fragen und je signieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Your key is locked.</source>
        <translation>Ihr Schlüssel ist gesperrt.</translation>
    </message>
</context>
<context>
    <name>obstat::console::BulkPanel</name>
    <message>
        <source>Back to one plan</source>
        <translation>Zurück zu einem Plan</translation>
    </message>
    <message numerus="yes">
        <source> · %n could not be read and is left out</source>
        <translation>
            <numerusform> · %n war nicht lesbar und bleibt weg</numerusform>
            <numerusform> · %n waren nicht lesbar und bleiben weg</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n plans together</source>
        <translation>
            <numerusform>%1: %n Plan</numerusform>
            <numerusform>%1: %n Pläne gemeinsam</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the plans …</source>
        <translation>Die Pläne werden gelesen …</translation>
    </message>
    <message numerus="yes">
        <source>Approve all %n and sign each</source>
        <translation>
            <numerusform>Freigeben und unterschreiben</numerusform>
            <numerusform>Alle %n freigeben und einzeln unterschreiben</numerusform>
        </translation>
    </message>
    <message>
        <source>Signed. It leaves in a moment; until then U takes it back.</source>
        <translation>Unterschrieben. Es geht gleich ab; bis dahin nimmt U es zurück.</translation>
    </message>
    <message>
        <source>Taken back. Nothing left this console.</source>
        <translation>Zurückgenommen. Nichts hat diese Konsole verlassen.</translation>
    </message>
</context>
<context>
    <name>obstat::console::BulkPlan</name>
    <message>
        <source>All of plan %1</source>
        <translation>Alles aus Plan %1</translation>
    </message>
    <message>
        <source>It is left out; the others can be approved.</source>
        <translation>Er bleibt weg; die anderen können freigegeben werden.</translation>
    </message>
    <message>
        <source>It changed meanwhile and is not approved.</source>
        <translation>Er hat sich inzwischen geändert und wird nicht freigegeben.</translation>
    </message>
    <message>
        <source>The others go on. Read it again in the queue.</source>
        <translation>Die anderen gehen weiter. Lesen Sie ihn in der Warteschlange neu.</translation>
    </message>
</context>
<context>
    <name>obstat::console::BusyBar</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>obstat::console::ChangePanel</name>
    <message>
        <source>Arguments as JSON</source>
        <translation>Argumente als JSON</translation>
    </message>
    <message>
        <source>PLANNED</source>
        <translation>GEPLANT</translation>
    </message>
    <message>
        <source>CHANGED</source>
        <translation>GEÄNDERT</translation>
    </message>
    <message>
        <source>CHANGE THE ARGUMENTS</source>
        <translation>ARGUMENTE ÄNDERN</translation>
    </message>
    <message>
        <source>This plan is rejected, and what you write here is planned as its next revision. Somebody else has to approve that.</source>
        <translation>Dieser Plan wird abgelehnt, und was Sie hier schreiben, wird als seine nächste Revision geplant. Freigeben muss sie jemand anderes.</translation>
    </message>
    <message numerus="yes">
        <source>WHAT CHANGES · %n place(s)</source>
        <translation>
            <numerusform>WAS SICH ÄNDERT · %n Stelle</numerusform>
            <numerusform>WAS SICH ÄNDERT · %n Stellen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::ConflictPanel</name>
    <message>
        <source>(not there)</source>
        <translation>(nicht vorhanden)</translation>
    </message>
    <message>
        <source>FIRST</source>
        <translation>ERSTER</translation>
    </message>
    <message>
        <source>SECOND</source>
        <translation>ZWEITER</translation>
    </message>
    <message>
        <source>%1: two payloads</source>
        <translation>%1: zwei Inhalte</translation>
    </message>
    <message>
        <source>%1 %2: two payloads</source>
        <translation>%1 %2: zwei Inhalte</translation>
    </message>
    <message>
        <source>The first payload was purged.</source>
        <translation>Der erste Inhalt wurde gelöscht.</translation>
    </message>
    <message>
        <source>The second payload was purged.</source>
        <translation>Der zweite Inhalt wurde gelöscht.</translation>
    </message>
    <message>
        <source>Its digest is kept; the values are gone.</source>
        <translation>Sein Digest ist aufbewahrt; die Werte sind fort.</translation>
    </message>
    <message numerus="yes">
        <source>WHAT DIFFERS · %n place(s)</source>
        <translation>
            <numerusform>WAS SICH UNTERSCHEIDET · %n Stelle</numerusform>
            <numerusform>WAS SICH UNTERSCHEIDET · %n Stellen</numerusform>
        </translation>
    </message>
    <message>
        <source>status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>held</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>when</source>
        <translation>wann</translation>
    </message>
    <message>
        <source>digest</source>
        <translation>Digest</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>The first operation goes on untouched. The second was answered “conflict” and was not executed; the agent was told to stop, not to try another key. Look at both, and talk to the owner of the run: keep the first, accept the second as new work under a name of its own, or dismiss it.</source>
        <translation>Der erste Vorgang läuft unberührt weiter. Der zweite wurde mit „Konflikt“ beantwortet und nicht ausgeführt; dem Agenten wurde gesagt, aufzuhören und keinen anderen Schlüssel zu versuchen. Sehen Sie beide an, und sprechen Sie mit dem Verantwortlichen des Laufs: Behalten Sie den ersten, nehmen Sie den zweiten als neue Arbeit unter eigenem Namen an, oder verwerfen Sie ihn.</translation>
    </message>
</context>
<context>
    <name>obstat::console::ConflictsModel</name>
    <message>
        <source>Came</source>
        <translation>Kam</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Was sich unterscheidet</translation>
    </message>
    <message>
        <source>Second agent</source>
        <translation>Zweiter Agent</translation>
    </message>
    <message>
        <source>Second run</source>
        <translation>Zweiter Lauf</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>operation %1</source>
        <translation>Vorgang %1</translation>
    </message>
</context>
<context>
    <name>obstat::console::DashboardPage</name>
    <message>
        <source>last 24 hours</source>
        <translation>letzte 24 Stunden</translation>
    </message>
    <message>
        <source>last 7 days</source>
        <translation>letzte 7 Tage</translation>
    </message>
    <message>
        <source>last 30 days</source>
        <translation>letzte 30 Tage</translation>
    </message>
    <message>
        <source>last 90 days</source>
        <translation>letzte 90 Tage</translation>
    </message>
    <message>
        <source>2026-09-20 or 2026-09-01..2026-09-20</source>
        <translation>2026-09-20 oder 2026-09-01..2026-09-20</translation>
    </message>
    <message>
        <source>Dashboard</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Six numbers</source>
        <translation>Sechs Zahlen</translation>
    </message>
    <message>
        <source>Repeats, calls per run, durations, waiting, automatic approvals and completeness stand here as soon as they are computed.</source>
        <translation>Wiederholungen, Aufrufe je Lauf, Dauern, Warten, automatische Freigaben und Vollständigkeit stehen hier, sobald sie berechnet sind.</translation>
    </message>
    <message>
        <source>This range is not a time in the past.</source>
        <translation>Dieser Zeitraum ist keine Zeit in der Vergangenheit.</translation>
    </message>
    <message>
        <source>Choose one, or write days such as 2026-09-01..2026-09-20.</source>
        <translation>Wählen Sie einen, oder schreiben Sie Tage wie 2026-09-01..2026-09-20.</translation>
    </message>
    <message>
        <source>Computing over the whole range …</source>
        <translation>Wird über den ganzen Zeitraum berechnet …</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Computing was cancelled; what is shown is older.</source>
        <translation>Das Berechnen wurde abgebrochen; was zu sehen ist, ist älter.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>against the %1 before · computed over %2 operations</source>
        <translation>gegen %1 zuvor · berechnet über %2 Vorgänge</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>Stand %1</translation>
    </message>
</context>
<context>
    <name>obstat::console::DesktopNotifier</name>
    <message>
        <source>Show the queue</source>
        <translation>Warteschlange zeigen</translation>
    </message>
</context>
<context>
    <name>obstat::console::DrillDialog</name>
    <message>
        <source>Owner</source>
        <translation>Zielsystem</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Effects</source>
        <translation>Wirkungen</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Killing and starting scratch instances, about a minute: %1</source>
        <translation>Wegwerf-Instanzen werden beendet und gestartet, etwa eine Minute: %1</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Run the drill</source>
        <translation>Übung starten</translation>
    </message>
    <message>
        <source>Cancelled. The scratch instances were ended.</source>
        <translation>Abgebrochen. Die Wegwerf-Instanzen wurden beendet.</translation>
    </message>
    <message>
        <source>The program obstatctl was not found.</source>
        <translation>Das Programm obstatctl wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>It is looked for beside this program and in PATH. Install it, then run the drill again.</source>
        <translation>Es wird neben diesem Programm und in PATH gesucht. Installieren Sie es und starten Sie die Übung noch einmal.</translation>
    </message>
    <message>
        <source>What obstatctl said is no report of a drill.</source>
        <translation>Was obstatctl gesagt hat, ist kein Bericht einer Übung.</translation>
    </message>
    <message>
        <source>It may be of another version than this program.</source>
        <translation>Es kann von einer anderen Version sein als dieses Programm.</translation>
    </message>
    <message>
        <source>The drill could not be run to its end.</source>
        <translation>Die Übung kam nicht zu ihrem Ende.</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>NOT in order: %1</source>
        <translation>NICHT in Ordnung: %1</translation>
    </message>
    <message>
        <source>Report of %1</source>
        <translation>Bericht vom %1</translation>
    </message>
    <message>
        <source>The last report cannot be read.</source>
        <translation>Der letzte Bericht ist nicht lesbar.</translation>
    </message>
    <message>
        <source>Run the drill again.</source>
        <translation>Starten Sie die Übung noch einmal.</translation>
    </message>
    <message>
        <source>This report cannot be kept: %1</source>
        <translation>Dieser Bericht lässt sich nicht aufbewahren: %1</translation>
    </message>
</context>
<context>
    <name>obstat::console::EventPanel</name>
    <message>
        <source>event %1 · %2</source>
        <translation>Ereignis %1 · %2</translation>
    </message>
    <message>
        <source>This leaf is not the canonical bytes of an event.</source>
        <translation>Dieses Blatt besteht nicht aus den kanonischen Bytes eines Ereignisses.</translation>
    </message>
    <message>
        <source>Verify the log; do not trust what this line says.</source>
        <translation>Prüfen Sie das Protokoll; trauen Sie nicht, was diese Zeile sagt.</translation>
    </message>
    <message>
        <source>who</source>
        <translation>wer</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>digest of %1</source>
        <translation>Digest von %1</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>not yet under one</source>
        <translation>noch unter keinem</translation>
    </message>
    <message>
        <source>leaf hash</source>
        <translation>Hash des Blatts</translation>
    </message>
    <message numerus="yes">
        <source>under the newest, of %1 event(s)</source>
        <translation>
            <numerusform>unter dem neuesten, von %1 Ereignis</numerusform>
            <numerusform>unter dem neuesten, von %1 Ereignissen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::EventsModel</name>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>In Worten</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Tenant</source>
        <translation>Mandant</translation>
    </message>
</context>
<context>
    <name>obstat::console::FilterBar</name>
    <message>
        <source>Choose, or name the present filter</source>
        <translation>Wählen, oder den jetzigen Filter benennen</translation>
    </message>
    <message>
        <source>%1 · at start</source>
        <translation>%1 · beim Start</translation>
    </message>
    <message>
        <source>Start with “%1”</source>
        <translation>Mit „%1“ beginnen</translation>
    </message>
    <message>
        <source>Forget “%1”</source>
        <translation>„%1“ vergessen</translation>
    </message>
</context>
<context>
    <name>obstat::console::FilterChip</name>
    <message>
        <source>Filter %1: %2</source>
        <translation>Filter %1: %2</translation>
    </message>
    <message>
        <source>Filter %1</source>
        <translation>Filter %1</translation>
    </message>
    <message>
        <source>Narrow the list</source>
        <translation>Die Liste eingrenzen</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>obstat::console::GapsModel</name>
    <message>
        <source>Operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
</context>
<context>
    <name>obstat::console::JsonTreeModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>obstat::console::KeyMap</name>
    <message>
        <source>next, previous</source>
        <translation>nächste, vorige Zeile</translation>
    </message>
    <message>
        <source>approve and sign</source>
        <translation>freigeben und signieren</translation>
    </message>
    <message>
        <source>reject, with a reason</source>
        <translation>ablehnen, mit einem Grund</translation>
    </message>
    <message>
        <source>skip</source>
        <translation>überspringen</translation>
    </message>
    <message>
        <source>filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>these keys</source>
        <translation>diese Tasten</translation>
    </message>
    <message>
        <source>scroll the detail, from the list</source>
        <translation>das Detail blättern, von der Liste aus</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
    <message>
        <source>go to a page</source>
        <translation>zu einer Seite gehen</translation>
    </message>
    <message>
        <source>unlock or lock your key</source>
        <translation>Ihren Schlüssel entsperren oder sperren</translation>
    </message>
    <message>
        <source>open a ledger</source>
        <translation>ein Hauptbuch öffnen</translation>
    </message>
    <message>
        <source>copy the selected rows</source>
        <translation>die ausgewählten Zeilen kopieren</translation>
    </message>
    <message>
        <source>look again</source>
        <translation>noch einmal nachsehen</translation>
    </message>
    <message>
        <source>undo a decision that has not left yet</source>
        <translation>eine Entscheidung zurücknehmen, die noch nicht abgegangen ist</translation>
    </message>
    <message>
        <source>mark several plans, to approve them together; Esc ends it</source>
        <translation>mehrere Pläne markieren, um sie gemeinsam freizugeben; Esc beendet es</translation>
    </message>
    <message>
        <source>go to a page: Q queue, O operations, T attention, A audit, D dashboard, L tools, P policy, E people</source>
        <translation>zu einer Seite gehen: Q Warteschlange, O Vorgänge, T Klärung, A Prüfung, D Übersicht, L Werkzeuge, P Regelwerk, E Personen</translation>
    </message>
    <message>
        <source>change the arguments and plan them anew</source>
        <translation>Argumente ändern und neu planen</translation>
    </message>
    <message>
        <source>mark the row: plans to approve together with A, unknown ones to ask about with Q</source>
        <translation>die Zeile markieren: Pläne, um sie mit A gemeinsam freizugeben, unbekannte, um mit Q nach ihnen zu fragen</translation>
    </message>
    <message>
        <source>unknown: ask the owner again, it happened, it did not happen</source>
        <translation>unbekannt: Zielsystem noch einmal fragen, geschehen, nicht geschehen</translation>
    </message>
    <message>
        <source>reopen what failed or was rejected</source>
        <translation>Gescheitertes oder Abgelehntes wieder öffnen</translation>
    </message>
    <message>
        <source>conflict: keep the first, accept as new work, dismiss</source>
        <translation>Konflikt: den ersten behalten, als neue Arbeit annehmen, verwerfen</translation>
    </message>
</context>
<context>
    <name>obstat::console::KeysOverlay</name>
    <message>
        <source>KEYS</source>
        <translation>TASTEN</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>obstat::console::LinesView</name>
    <message>
        <source>%1 more characters are hidden · open</source>
        <translation>%1 weitere Zeichen sind verborgen · öffnen</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>obstat::console::LogProof</name>
    <message>
        <source>Reads every event and every stored value again and names the first bad one. You can go on working meanwhile.</source>
        <translation>Liest jedes Ereignis und jeden gespeicherten Wert noch einmal und nennt das erste schlechte. Sie können währenddessen weiterarbeiten.</translation>
    </message>
    <message>
        <source>Newest checkpoint: %1 events, root %2</source>
        <translation>Neuester Checkpoint: %1 Ereignisse, Wurzel %2</translation>
    </message>
    <message>
        <source>No checkpoint yet: no instance has sealed this log.</source>
        <translation>Noch kein Checkpoint: Keine Instanz hat dieses Protokoll versiegelt.</translation>
    </message>
    <message>
        <source>The newest checkpoint cannot be read. Verify the log.</source>
        <translation>Der neueste Checkpoint ist nicht lesbar. Prüfen Sie das Protokoll.</translation>
    </message>
    <message>
        <source>computing over %1 …</source>
        <translation>wird über %1 berechnet …</translation>
    </message>
    <message>
        <source>No operation planned in %1 got past its approval.</source>
        <translation>Zeitraum: %1. Kein Vorgang kam über seine Freigabe hinaus.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Verifying the log …</source>
        <translation>Das Protokoll wird geprüft …</translation>
    </message>
    <message>
        <source>The verification was cancelled.</source>
        <translation>Die Prüfung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>What was read until then says nothing about the rest.</source>
        <translation>Was bis dahin gelesen wurde, sagt nichts über den Rest.</translation>
    </message>
    <message>
        <source>Checking stored values</source>
        <translation>Gespeicherte Werte werden geprüft</translation>
    </message>
    <message>
        <source>Checking operations against their events</source>
        <translation>Vorgänge werden gegen ihre Ereignisse geprüft</translation>
    </message>
    <message>
        <source>Checking decisions and acts</source>
        <translation>Entscheidungen und Handlungen werden geprüft</translation>
    </message>
    <message>
        <source>Checking events</source>
        <translation>Ereignisse werden geprüft</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
    <message>
        <source>%1 events, %2 operations, %3 stored values and %4 checkpoints were read; root %5. Signatures were not checked, because a console does not have the keys: “obstatctl verify” does that.</source>
        <translation>%1 Ereignisse, %2 Vorgänge, %3 gespeicherte Werte und %4 Checkpoints wurden gelesen; Wurzel %5. Signaturen wurden nicht geprüft, denn eine Konsole hat die Schlüssel nicht: Das tut „obstatctl verify“.</translation>
    </message>
    <message>
        <source>What is there is whole: nothing was edited, inserted or reordered. Whether the newest events were taken away, this console cannot tell.</source>
        <translation>Was da ist, ist ganz: Nichts wurde geändert, eingefügt oder umgestellt. Ob die neuesten Ereignisse weggenommen wurden, kann diese Konsole nicht sagen.</translation>
    </message>
    <message>
        <source>The log is whole: nothing was edited, removed, inserted or reordered.</source>
        <translation>Das Protokoll ist unversehrt: Nichts wurde geändert, entfernt, eingefügt oder umgestellt.</translation>
    </message>
    <message>
        <source>The log is not whole.</source>
        <translation>Das Protokoll ist nicht unversehrt.</translation>
    </message>
    <message>
        <source>The log is not whole. The first bad event is %1.</source>
        <translation>Das Protokoll ist nicht unversehrt. Das erste schlechte Ereignis ist %1.</translation>
    </message>
    <message>
        <source>The ledger is not whole: operation %1 differs from its events.</source>
        <translation>Das Hauptbuch ist nicht unversehrt: Vorgang %1 weicht von seinen Ereignissen ab.</translation>
    </message>
    <message numerus="yes">
        <source>%n more finding(s).</source>
        <translation>
            <numerusform>%n weiterer Befund.</numerusform>
            <numerusform>%n weitere Befunde.</numerusform>
        </translation>
    </message>
    <message>
        <source>Do not decide anything here; tell an administrator.</source>
        <translation>Entscheiden Sie hier nichts; sagen Sie es einem Administrator.</translation>
    </message>
    <message>
        <source>Operations planned in %2 and past their approval: %1, all with run, key, arguments and result.</source>
        <translation>Zeitraum: %2. Geplant und über die Freigabe hinaus: %1 Vorgänge, alle mit Lauf, Schlüssel, Argumenten und Ergebnis.</translation>
    </message>
    <message>
        <source>Operations planned in %3 and past their approval: %2. Of these, %1 lack something:</source>
        <translation>Zeitraum: %3. Geplant und über die Freigabe hinaus: %2 Vorgänge; davon fehlt %1 etwas:</translation>
    </message>
</context>
<context>
    <name>obstat::console::MainWindow</name>
    <message>
        <source>%1 – Obstat</source>
        <translation>%1 – Obstat</translation>
    </message>
</context>
<context>
    <name>obstat::console::MarksBar</name>
    <message numerus="yes">
        <source>%n hidden character(s)</source>
        <translation>
            <numerusform>%n verborgenes Zeichen</numerusform>
            <numerusform>%n verborgene Zeichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) of mixed scripts</source>
        <translation>
            <numerusform>%n Wort aus gemischten Schriften</numerusform>
            <numerusform>%n Wörter aus gemischten Schriften</numerusform>
        </translation>
    </message>
    <message>
        <source>show %1/%2</source>
        <translation>zeigen %1/%2</translation>
    </message>
</context>
<context>
    <name>obstat::console::NavigationList</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>obstat::console::NumberCardWidget</name>
    <message>
        <source>against the range before: %1</source>
        <translation>gegen den Zeitraum zuvor: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>obstat::console::OperationPanel</name>
    <message numerus="yes">
        <source>TIMELINE · %n event(s)</source>
        <translation>
            <numerusform>ZEITLEISTE · %n Ereignis</numerusform>
            <numerusform>ZEITLEISTE · %n Ereignisse</numerusform>
        </translation>
    </message>
    <message>
        <source>The arguments were purged</source>
        <translation>Die Argumente wurden gelöscht</translation>
    </message>
    <message>
        <source>ARGUMENTS · %1</source>
        <translation>ARGUMENTE · %1</translation>
    </message>
    <message>
        <source>The facts were purged</source>
        <translation>Die Fakten wurden gelöscht</translation>
    </message>
    <message>
        <source>The result was purged</source>
        <translation>Das Ergebnis wurde gelöscht</translation>
    </message>
    <message>
        <source>held</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Held: something about this plan does not verify. It is not executed.</source>
        <translation>Angehalten: Etwas an diesem Plan lässt sich nicht bestätigen. Er wird nicht ausgeführt.</translation>
    </message>
    <message>
        <source>Decide in the queue</source>
        <translation>Zur Warteschlange</translation>
    </message>
    <message>
        <source>Nothing has happened yet; a person decides.</source>
        <translation>Noch ist nichts geschehen; ein Mensch entscheidet.</translation>
    </message>
    <message>
        <source>Whether it happened is not known. It is not repeated blindly; the owner is asked.</source>
        <translation>Ob es geschehen ist, ist nicht bekannt. Es wird nicht blind wiederholt; das Zielsystem wird gefragt.</translation>
    </message>
    <message>
        <source>Was open when the log went back; this copy never sent it. Look into the owner&apos;s own book.</source>
        <translation>War offen, als das Protokoll zurückging; diese Kopie hat es nie gesendet. Sehen Sie im eigenen Buch des Zielsystems nach.</translation>
    </message>
    <message>
        <source>Whether it happened is not known, and nothing repeats it. Look into the owner&apos;s own book.</source>
        <translation>Ob es geschehen ist, ist nicht bekannt, und nichts wiederholt es. Sehen Sie im eigenen Buch des Zielsystems nach.</translation>
    </message>
</context>
<context>
    <name>obstat::console::OperationsModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Rev.</source>
        <translation>Rev.</translation>
    </message>
    <message>
        <source>held</source>
        <translation>angehalten</translation>
    </message>
</context>
<context>
    <name>obstat::console::OperationsPage</name>
    <message>
        <source>open (not settled)</source>
        <translation>offen (nicht erledigt)</translation>
    </message>
    <message>
        <source>approved, overdue</source>
        <translation>freigegeben, überfällig</translation>
    </message>
    <message>
        <source>held</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>last hour</source>
        <translation>letzte Stunde</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>last 7 days</source>
        <translation>letzte 7 Tage</translation>
    </message>
    <message>
        <source>last 30 days</source>
        <translation>letzte 30 Tage</translation>
    </message>
    <message>
        <source>last 90 days</source>
        <translation>letzte 90 Tage</translation>
    </message>
    <message>
        <source>2026-09-20 or 2026-09-01..2026-09-20</source>
        <translation>2026-09-20 oder 2026-09-01..2026-09-20</translation>
    </message>
    <message>
        <source>500, &gt;=500 or 500-2000</source>
        <translation>500, &gt;=500 oder 500-2000</translation>
    </message>
    <message>
        <source>The run&apos;s id</source>
        <translation>Die Kennung des Laufs</translation>
    </message>
    <message>
        <source>The record</source>
        <translation>Der Datensatz</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Vorgänge</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>No operation matches the filter</source>
        <translation>Kein Vorgang passt zum Filter</translation>
    </message>
    <message>
        <source>Clear a part of it to see more.</source>
        <translation>Leeren Sie einen Teil davon, um mehr zu sehen.</translation>
    </message>
    <message>
        <source>The ledger is empty</source>
        <translation>Das Hauptbuch ist leer</translation>
    </message>
    <message>
        <source>Every call of a write tool that an agent makes through the gateway appears here, with all that happened to it.</source>
        <translation>Jeder Aufruf eines schreibenden Werkzeugs, den ein Agent über das Gateway macht, erscheint hier, mit allem, was mit ihm geschah.</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Vorgänge</translation>
    </message>
    <message>
        <source>counting …</source>
        <translation>wird gezählt …</translation>
    </message>
</context>
<context>
    <name>obstat::console::OutcomeForm</name>
    <message>
        <source>Attach evidence…</source>
        <translation>Beleg anhängen…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Name of the other work, such as second-part</source>
        <translation>Name der anderen Arbeit, etwa zweiter-teil</translation>
    </message>
    <message>
        <source>The owner&apos;s own number of it, if there is one</source>
        <translation>Die Nummer des Zielsystems, wenn es eine gibt</translation>
    </message>
    <message>
        <source>Name of the other work</source>
        <translation>Name der anderen Arbeit</translation>
    </message>
    <message>
        <source>The owner&apos;s reference</source>
        <translation>Nummer des Zielsystems</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Choose what shows it</source>
        <translation>Wählen Sie, was es zeigt</translation>
    </message>
    <message>
        <source>Reading %1 …</source>
        <translation>%1 wird gelesen …</translation>
    </message>
    <message>
        <source>%1 · SHA-256 %2 is signed; keep the file</source>
        <translation>%1 · SHA-256 %2 wird signiert; bewahren Sie die Datei auf</translation>
    </message>
    <message>
        <source>%1 cannot be attached: %2</source>
        <translation>%1 lässt sich nicht anhängen: %2</translation>
    </message>
</context>
<context>
    <name>obstat::console::OutcomePanel</name>
    <message>
        <source>Unlock your key</source>
        <translation>Ihren Schlüssel entsperren</translation>
    </message>
    <message>
        <source>operation %1</source>
        <translation>Vorgang %1</translation>
    </message>
    <message>
        <source>You sign that %1 happened. Nothing is sent again.</source>
        <translation>Sie signieren, dass %1 geschehen ist. Nichts wird noch einmal gesendet.</translation>
    </message>
    <message>
        <source>You sign that %1 did not happen. Its key is free then, for plans that people approve.</source>
        <translation>Sie signieren, dass %1 nicht geschehen ist. Der Schlüssel ist dann frei, für Pläne, die Menschen freigeben.</translation>
    </message>
    <message>
        <source>The same payload is planned again in your name. Somebody else must approve it.</source>
        <translation>Derselbe Inhalt wird in Ihrem Namen neu geplant. Jemand anderes muss ihn freigeben.</translation>
    </message>
    <message>
        <source>The first one stays as it is; the second is never executed.</source>
        <translation>Der erste bleibt, wie er ist; der zweite wird nie ausgeführt.</translation>
    </message>
    <message>
        <source>The second one becomes work of its own, under this name. Somebody else must approve it.</source>
        <translation>Der zweite wird eigene Arbeit unter diesem Namen. Jemand anderes muss ihn freigeben.</translation>
    </message>
    <message>
        <source>There is nothing to decide: the first one stays as it is, the second is never executed.</source>
        <translation>Es ist nichts zu entscheiden: Der erste bleibt, wie er ist, der zweite wird nie ausgeführt.</translation>
    </message>
    <message>
        <source>This cannot be signed now.</source>
        <translation>Das lässt sich jetzt nicht signieren.</translation>
    </message>
    <message>
        <source>Name it with 1 to %1 letters, digits, &apos;-&apos;, &apos;_&apos; or &apos;.&apos;.</source>
        <translation>Benennen Sie es mit 1 bis %1 Buchstaben, Ziffern, &apos;-&apos;, &apos;_&apos; oder &apos;.&apos;.</translation>
    </message>
    <message>
        <source>Looking for work of this name …</source>
        <translation>Arbeit dieses Namens wird gesucht …</translation>
    </message>
    <message>
        <source>There is work of this name already; take another.</source>
        <translation>Arbeit dieses Namens gibt es schon; nehmen Sie einen anderen.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Taken back. Nothing left this console.</source>
        <translation>Zurückgenommen. Nichts hat diese Konsole verlassen.</translation>
    </message>
</context>
<context>
    <name>obstat::console::PassphraseDialog</name>
    <message numerus="yes">
        <source>At least %n characters.</source>
        <translation>
            <numerusform>Mindestens %n Zeichen.</numerusform>
            <numerusform>Mindestens %n Zeichen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The new passphrase is too short: at least %n characters.</source>
        <translation>
            <numerusform>Die neue Passphrase ist zu kurz: mindestens %n Zeichen.</numerusform>
            <numerusform>Die neue Passphrase ist zu kurz: mindestens %n Zeichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The new passphrase is the present one.</source>
        <translation>Die neue Passphrase ist die jetzige.</translation>
    </message>
    <message>
        <source>The new passphrase is not the same twice yet.</source>
        <translation>Die neue Passphrase ist noch nicht zweimal dieselbe.</translation>
    </message>
</context>
<context>
    <name>obstat::console::PassphraseWait</name>
    <message numerus="yes">
        <source>The next try is possible in %n s.</source>
        <translation>
            <numerusform>Der nächste Versuch ist in %n s möglich.</numerusform>
            <numerusform>Der nächste Versuch ist in %n s möglich.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::PeoplePage</name>
    <message>
        <source>People and keys</source>
        <translation>Personen und Schlüssel</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Delegations</source>
        <translation>Vertretungen</translation>
    </message>
    <message>
        <source>Lock the administrator&apos;s key</source>
        <translation>Schlüssel des Administrators sperren</translation>
    </message>
    <message>
        <source>Enrol…</source>
        <translation>Eintragen…</translation>
    </message>
    <message>
        <source>Roles…</source>
        <translation>Rollen…</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>Widerrufen…</translation>
    </message>
    <message>
        <source>Delegate…</source>
        <translation>Vertretung…</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>No instance is running, and only an instance can store what an administrator signs.</source>
        <translation>Keine Instanz läuft, und nur eine Instanz kann speichern, was ein Administrator unterschreibt.</translation>
    </message>
    <message>
        <source>The administrator&apos;s key %1 is unlocked.</source>
        <translation>Der Schlüssel %1 des Administrators ist entsperrt.</translation>
    </message>
    <message>
        <source>Each of these is signed by an administrator&apos;s key.</source>
        <translation>Jedes davon unterschreibt der Schlüssel eines Administrators.</translation>
    </message>
    <message>
        <source>An administrator&apos;s key signs this. It locks as your own key does.</source>
        <translation>Der Schlüssel eines Administrators unterschreibt dies. Er sperrt sich wie Ihr eigener.</translation>
    </message>
</context>
<context>
    <name>obstat::console::PlanNotices</name>
    <message numerus="yes">
        <source>%n plan(s) wait for your decision</source>
        <translation>
            <numerusform>%n Plan wartet auf Ihre Entscheidung</numerusform>
            <numerusform>%n Pläne warten auf Ihre Entscheidung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will expire soon: nine tenths of the time are over</source>
        <translation>
            <numerusform>%n läuft bald ab: neun Zehntel der Zeit sind vorbei</numerusform>
            <numerusform>%n laufen bald ab: neun Zehntel der Zeit sind vorbei</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Half of the time is over for %n</source>
        <translation>
            <numerusform>Für %n ist die halbe Zeit vorbei</numerusform>
            <numerusform>Für %n ist die halbe Zeit vorbei</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n escalated to you</source>
        <translation>
            <numerusform>%n ist an Sie eskaliert</numerusform>
            <numerusform>%n sind an Sie eskaliert</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::PlanPanel</name>
    <message>
        <source>ARGUMENTS · %1 of %2 shown</source>
        <translation>ARGUMENTE · %1 von %2 gezeigt</translation>
    </message>
    <message>
        <source>Digest of the text shown, which your signature covers:
%1</source>
        <translation>Digest des gezeigten Textes, den Ihre Signatur abdeckt:
%1</translation>
    </message>
    <message>
        <source>Signed. It leaves in a moment; until then U takes it back.</source>
        <translation>Unterschrieben. Es geht gleich ab; bis dahin nimmt U es zurück.</translation>
    </message>
    <message>
        <source>Taken back. Nothing left this console.</source>
        <translation>Zurückgenommen. Nichts hat diese Konsole verlassen.</translation>
    </message>
    <message>
        <source>Choose for whom you decide.</source>
        <translation>Wählen Sie, für wen Sie entscheiden.</translation>
    </message>
    <message>
        <source>Why not? The agent is told this.</source>
        <translation>Warum nicht? Der Agent erfährt es.</translation>
    </message>
    <message>
        <source>Reason for the rejection</source>
        <translation>Grund der Ablehnung</translation>
    </message>
    <message>
        <source>Reject and sign</source>
        <translation>Ablehnen und signieren</translation>
    </message>
    <message>
        <source>Why? The agent is told this.</source>
        <translation>Warum? Der Agent erfährt es.</translation>
    </message>
    <message>
        <source>Reason for the change</source>
        <translation>Grund der Änderung</translation>
    </message>
    <message>
        <source>Change and sign</source>
        <translation>Ändern und signieren</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>obstat::console::PolicyPage</name>
    <message>
        <source>Policy</source>
        <translation>Regelwerk</translation>
    </message>
    <message>
        <source>Policy %1</source>
        <translation>Regelwerk %1</translation>
    </message>
    <message>
        <source>Policy %1 · activated by %2 on %3, event %4</source>
        <translation>Regelwerk %1 · in Kraft gesetzt von %2 am %3, Ereignis %4</translation>
    </message>
    <message numerus="yes">
        <source>%n test(s) of the policy in force fail.</source>
        <translation>
            <numerusform>%n Test des geltenden Regelwerks schlägt fehl.</numerusform>
            <numerusform>%n Tests des geltenden Regelwerks schlagen fehl.</numerusform>
        </translation>
    </message>
    <message>
        <source>Such a policy is not activated by this version; tell an administrator.</source>
        <translation>Ein solches Regelwerk setzt diese Version nicht in Kraft; sagen Sie es einem Administrator.</translation>
    </message>
    <message>
        <source>This policy has no tests</source>
        <translation>Dieses Regelwerk hat keine Tests</translation>
    </message>
    <message numerus="yes">
        <source>%n test(s), all passed when run again just now</source>
        <translation>
            <numerusform>%n Test, eben noch einmal ausgeführt und bestanden</numerusform>
            <numerusform>%n Tests, eben noch einmal ausgeführt und alle bestanden</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 tests failed</source>
        <translation>%1 von %2 Tests fehlgeschlagen</translation>
    </message>
    <message>
        <source>No rule matched</source>
        <translation>Keine Regel passte</translation>
    </message>
    <message>
        <source>the last resort</source>
        <translation>der letzte Ausweg</translation>
    </message>
    <message>
        <source>a deny, looked at before every rule; place %1</source>
        <translation>ein Verbot, vor jeder Regel geprüft; Platz %1</translation>
    </message>
    <message>
        <source>place %1; the first rule that matches decides</source>
        <translation>Platz %1; die erste passende Regel entscheidet</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>every tool</source>
        <translation>jedes Werkzeug</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>Folge</translation>
    </message>
    <message>
        <source>told to the agent</source>
        <translation>dem Agenten gesagt</translation>
    </message>
    <message>
        <source>a plan waits</source>
        <translation>ein Plan wartet</translation>
    </message>
    <message>
        <source>as long as its tool says</source>
        <translation>so lange, wie sein Werkzeug sagt</translation>
    </message>
    <message>
        <source>in doubt</source>
        <translation>im Zweifel</translation>
    </message>
    <message>
        <source>a deny that cannot be evaluated means a person</source>
        <translation>ein Verbot, das sich nicht auswerten lässt, bedeutet einen Menschen</translation>
    </message>
    <message>
        <source>what is missing is never true, so a person decides</source>
        <translation>was fehlt, ist nie wahr, deshalb entscheidet ein Mensch</translation>
    </message>
    <message>
        <source>No policy is in force</source>
        <translation>Kein Regelwerk ist in Kraft</translation>
    </message>
    <message>
        <source>Until an administrator activates one with “obstatctl policy activate”, every plan waits for a person of the role “approver”. Nothing is automatic.</source>
        <translation>Bis ein Administrator eines mit „obstatctl policy activate“ in Kraft setzt, wartet jeder Plan auf einen Menschen mit der Rolle „approver“. Nichts ist automatisch.</translation>
    </message>
    <message>
        <source>Edited in policy.toml beside the ledger; try it with “obstatctl policy test”, put it in force with “obstatctl policy activate”, signed by an administrator. What is shown is what was signed.</source>
        <translation>Geändert wird es in policy.toml neben dem Hauptbuch; erprobt mit „obstatctl policy test“, in Kraft gesetzt mit „obstatctl policy activate“, signiert von einem Administrator. Gezeigt wird, was signiert wurde.</translation>
    </message>
    <message>
        <source>policy.toml was edited and is not what is in force.</source>
        <translation>policy.toml wurde geändert und ist nicht das, was gilt.</translation>
    </message>
    <message>
        <source>What it says now does nothing until it is activated: shown below is the signed text. “obstatctl policy status” compares them too.</source>
        <translation>Was jetzt darin steht, bewirkt nichts, bevor es in Kraft gesetzt wird: unten steht der signierte Text. Auch „obstatctl policy status“ vergleicht beide.</translation>
    </message>
</context>
<context>
    <name>obstat::console::PolicyTestsModel</name>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>What is tested</source>
        <translation>Was erprobt wird</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Came out</source>
        <translation>Ergab</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>dasselbe</translation>
    </message>
    <message>
        <source>a person decides</source>
        <translation>ein Mensch entscheidet</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>verboten</translation>
    </message>
    <message>
        <source>%1 decides</source>
        <translation>%1 entscheidet</translation>
    </message>
    <message>
        <source>%1, role %2</source>
        <translation>%1, Rolle %2</translation>
    </message>
    <message>
        <source>%1: no rule matches</source>
        <translation>%1: keine Regel passt</translation>
    </message>
    <message>
        <source>%1: rule %2</source>
        <translation>%1: Regel %2</translation>
    </message>
</context>
<context>
    <name>obstat::console::PreferencesMenu</name>
    <message>
        <source>Key and decisions</source>
        <translation>Schlüssel und Entscheidungen</translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>Lock the key after</source>
        <translation>Schlüssel sperren nach</translation>
    </message>
    <message>
        <source>Off: a decision leaves at once</source>
        <translation>Aus: eine Entscheidung geht sofort ab</translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n Sekunde</numerusform>
            <numerusform>%n Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Time to undo a decision</source>
        <translation>Zeit zum Zurücknehmen einer Entscheidung</translation>
    </message>
    <message>
        <source>Change the passphrase…</source>
        <translation>Passphrase ändern…</translation>
    </message>
    <message>
        <source>Tell me of plans that need me</source>
        <translation>Pläne melden, die mich brauchen</translation>
    </message>
</context>
<context>
    <name>obstat::console::QueueModel</name>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>Braucht</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>no rule matched</source>
        <translation>keine Regel passte</translation>
    </message>
</context>
<context>
    <name>obstat::console::QueuePage</name>
    <message>
        <source>500, &gt;=500 or 500-2000</source>
        <translation>500, &gt;=500 oder 500-2000</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>me · %1</source>
        <translation>ich · %1</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>No plan matches the filter</source>
        <translation>Kein Plan passt zum Filter</translation>
    </message>
    <message>
        <source>Other plans may be waiting. Clear the filter to see them.</source>
        <translation>Andere Pläne warten vielleicht. Leeren Sie den Filter, um sie zu sehen.</translation>
    </message>
    <message>
        <source>Nothing waits for a person</source>
        <translation>Nichts wartet auf einen Menschen</translation>
    </message>
    <message>
        <source>Plans appear here when a rule asks for a person, or when no rule matches. Nothing happens to them before somebody decides.</source>
        <translation>Pläne erscheinen hier, wenn eine Regel einen Menschen verlangt oder wenn keine Regel passt. Nichts geschieht mit ihnen, bevor jemand entscheidet.</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n wartet</numerusform>
            <numerusform>%n warten</numerusform>
        </translation>
    </message>
    <message>
        <source>counting …</source>
        <translation>wird gezählt …</translation>
    </message>
    <message>
        <source> · oldest %1</source>
        <translation> · ältester %1</translation>
    </message>
    <message numerus="yes">
        <source>%n marked</source>
        <translation>
            <numerusform>%n markiert</numerusform>
            <numerusform>%n markiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Read and approve together…</source>
        <translation>Gemeinsam lesen und freigeben…</translation>
    </message>
    <message>
        <source>X marks the next one, Esc none.</source>
        <translation>X markiert den nächsten, Esc keinen.</translation>
    </message>
</context>
<context>
    <name>obstat::console::ReadingPage</name>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>obstat::console::ReasonBar</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>obstat::console::ReasonsButton</name>
    <message>
        <source>earlier ▾</source>
        <translation>frühere ▾</translation>
    </message>
    <message>
        <source>Reasons that you gave before</source>
        <translation>Gründe, die Sie schon genannt haben</translation>
    </message>
</context>
<context>
    <name>obstat::console::RulesModel</name>
    <message>
        <source>Order</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>When all of this holds</source>
        <translation>Wenn all das zutrifft</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Dann</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>verboten</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>else</source>
        <translation>sonst</translation>
    </message>
    <message>
        <source>every tool</source>
        <translation>jedes Werkzeug</translation>
    </message>
    <message>
        <source>no rule matched (a tool that names a role asks that role)</source>
        <translation>keine Regel passte (ein Werkzeug, das eine Rolle nennt, fragt diese Rolle)</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>  and  </source>
        <translation>  und  </translation>
    </message>
    <message>
        <source>default role</source>
        <translation>Rolle, wenn keine genannt ist</translation>
    </message>
</context>
<context>
    <name>obstat::console::SearchBox</name>
    <message>
        <source>Search key, record, reference, run …   Ctrl+K</source>
        <translation>Schlüssel, Datensatz, Lauf suchen …   Strg+K</translation>
    </message>
    <message>
        <source>Search operations by intent key, record, reference or run</source>
        <translation>Vorgänge nach Vorhabenschlüssel, Datensatz, Referenz oder Lauf suchen</translation>
    </message>
    <message>
        <source>Nothing has “%1” as key, record, reference or run</source>
        <translation>Nichts hat „%1“ als Schlüssel, Datensatz, Referenz oder Lauf</translation>
    </message>
</context>
<context>
    <name>obstat::console::SectionBar</name>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
</context>
<context>
    <name>obstat::console::SideBySideView</name>
    <message>
        <source>(not there)</source>
        <translation>(nicht vorhanden)</translation>
    </message>
</context>
<context>
    <name>obstat::console::StartPage</name>
    <message>
        <source>There is no ledger of this name.</source>
        <translation>Es gibt kein Hauptbuch dieses Namens.</translation>
    </message>
</context>
<context>
    <name>obstat::console::StatusLine</name>
    <message>
        <source> · no checkpoint yet</source>
        <translation> · noch kein Checkpoint</translation>
    </message>
    <message>
        <source> · all under a signed checkpoint</source>
        <translation> · alle unter einem signierten Checkpoint</translation>
    </message>
    <message>
        <source> · signed up to %1</source>
        <translation> · signiert bis %1</translation>
    </message>
    <message>
        <source>Flow: none</source>
        <translation>Flow: keiner</translation>
    </message>
    <message>
        <source>Flow: %1 running now, %2 approved, %3 overdue</source>
        <translation>Flow: %1 laufen jetzt, %2 freigegeben, %3 überfällig</translation>
    </message>
    <message>
        <source>Automatic approval is off</source>
        <translation>Automatische Freigabe ist aus</translation>
    </message>
    <message numerus="yes">
        <source>Log %1 event(s)</source>
        <translation>
            <numerusform>Protokoll %1 Ereignis</numerusform>
            <numerusform>Protokoll %1 Ereignisse</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::TimelineModel</name>
    <message>
        <source>%1 later</source>
        <translation>%1 später</translation>
    </message>
</context>
<context>
    <name>obstat::console::ToolPanel</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>It stays read-only: every call of an agent is refused.</source>
        <translation>Es bleibt beim Lesen: Jeder Aufruf eines Agenten wird abgewiesen.</translation>
    </message>
    <message>
        <source>Not answered in tools.toml: %1</source>
        <translation>In tools.toml nicht beantwortet: %1</translation>
    </message>
    <message>
        <source>It only reads, so agents call it directly and nothing is recorded here.</source>
        <translation>Es liest nur, deshalb rufen Agenten es direkt auf, und hier wird nichts aufgezeichnet.</translation>
    </message>
    <message>
        <source>digest</source>
        <translation>Digest</translation>
    </message>
    <message>
        <source>Can it be undone?</source>
        <translation>Kann es rückgängig gemacht werden?</translation>
    </message>
    <message>
        <source>Who approves it?</source>
        <translation>Wer gibt es frei?</translation>
    </message>
    <message>
        <source>If it repeats, it</source>
        <translation>Bei Wiederholung</translation>
    </message>
    <message>
        <source>natural key</source>
        <translation>natürlicher Schlüssel</translation>
    </message>
    <message>
        <source>window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>sensitive</source>
        <translation>vertraulich</translation>
    </message>
    <message>
        <source>keys of the model, dropped</source>
        <translation>Schlüssel des Modells, verworfen</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>none: nothing can be sent</source>
        <translation>keines: Nichts kann gesendet werden</translation>
    </message>
    <message>
        <source>address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>the same key again</source>
        <translation>derselbe Schlüssel noch einmal</translation>
    </message>
    <message>
        <source>has no second effect</source>
        <translation>hat keine zweite Wirkung</translation>
    </message>
    <message>
        <source>may happen twice</source>
        <translation>kann zweimal geschehen</translation>
    </message>
    <message>
        <source>key header</source>
        <translation>Kopfzeile des Schlüssels</translation>
    </message>
    <message>
        <source>remembers a key for</source>
        <translation>merkt sich einen Schlüssel für</translation>
    </message>
    <message>
        <source>as long as it is not told otherwise</source>
        <translation>solange nichts anderes gesagt ist</translation>
    </message>
    <message>
        <source>a lost request may act for</source>
        <translation>eine verlorene Anfrage kann wirken bis zu</translation>
    </message>
    <message>
        <source>commit</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>question</source>
        <translation>Nachfrage</translation>
    </message>
    <message>
        <source>none: what is unknown waits for a person</source>
        <translation>keine: Was unbekannt ist, wartet auf einen Menschen</translation>
    </message>
    <message>
        <source>its own number</source>
        <translation>seine eigene Nummer</translation>
    </message>
    <message>
        <source>timeout of a request</source>
        <translation>Frist einer Anfrage</translation>
    </message>
    <message>
        <source>a plan waits</source>
        <translation>ein Plan wartet</translation>
    </message>
    <message>
        <source>attempts at most</source>
        <translation>Versuche höchstens</translation>
    </message>
    <message>
        <source>carried out by</source>
        <translation>ausgeführt von</translation>
    </message>
    <message>
        <source>an orchestrator that claims it and reports the outcome</source>
        <translation>einem Orchestrator, der es übernimmt und das Ergebnis meldet</translation>
    </message>
    <message>
        <source>lease of a claim</source>
        <translation>Frist einer Übernahme</translation>
    </message>
    <message>
        <source>Nothing says how its answer is read, so nobody is asked: what is unknown waits for a person.</source>
        <translation>Nichts sagt, wie die Antwort gelesen wird, deshalb wird niemand gefragt: Unbekanntes wartet auf einen Menschen.</translation>
    </message>
</context>
<context>
    <name>obstat::console::ToolsModel</name>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Agents may</source>
        <translation>Agenten dürfen</translation>
    </message>
    <message>
        <source>Who approves?</source>
        <translation>Wer gibt frei?</translation>
    </message>
    <message>
        <source>If it repeats, it</source>
        <translation>Bei Wiederholung</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Zielsystem</translation>
    </message>
    <message>
        <source>One piece of work is</source>
        <translation>Ein Stück Arbeit ist</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>call it directly</source>
        <translation>es direkt aufrufen</translation>
    </message>
    <message>
        <source>plan it</source>
        <translation>es planen</translation>
    </message>
    <message>
        <source>stays read-only</source>
        <translation>bleibt beim Lesen</translation>
    </message>
    <message>
        <source>%1, honours the key</source>
        <translation>%1, beachtet den Schlüssel</translation>
    </message>
    <message>
        <source>%1, ignores the key</source>
        <translation>%1, beachtet den Schlüssel nicht</translation>
    </message>
    <message>
        <source>Undo?</source>
        <translation>Umkehrbar?</translation>
    </message>
</context>
<context>
    <name>obstat::console::ToolsPage</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>No tools are loaded</source>
        <translation>Keine Werkzeuge sind geladen</translation>
    </message>
    <message>
        <source>Every tool that agents may call stands in tools.toml, with three answers: can it be undone, who approves it, what if it repeats. The instance loads the file when it starts.</source>
        <translation>Jedes Werkzeug, das Agenten aufrufen dürfen, steht in tools.toml, mit drei Antworten: Kann es rückgängig gemacht werden, wer gibt es frei, was, wenn es sich wiederholt. Die Instanz lädt die Datei beim Start.</translation>
    </message>
    <message>
        <source>The list of tools is empty</source>
        <translation>Die Liste der Werkzeuge ist leer</translation>
    </message>
    <message>
        <source>Agents can call nothing until tools.toml names it.</source>
        <translation>Agenten können nichts aufrufen, bis tools.toml es nennt.</translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s) in force</source>
        <translation>
            <numerusform>%n Werkzeug in Kraft</numerusform>
            <numerusform>%n Werkzeuge in Kraft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s) stay read-only because a question is not answered.</source>
        <translation>
            <numerusform>%n Werkzeug bleibt beim Lesen, weil eine Frage nicht beantwortet ist.</numerusform>
            <numerusform>%n Werkzeuge bleiben beim Lesen, weil eine Frage nicht beantwortet ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Registry %1 · edited in tools.toml beside the ledger; check it with “obstatctl tools check”, then start the instance again. What is shown is what is in force, not what the file says now.</source>
        <translation>Werkzeugliste %1 · geändert wird sie in tools.toml neben dem Hauptbuch; prüfen Sie sie mit „obstatctl tools check“ und starten Sie dann die Instanz neu. Gezeigt wird, was gilt, nicht, was die Datei jetzt sagt.</translation>
    </message>
</context>
<context>
    <name>obstat::console::TopBar</name>
    <message>
        <source>%1 · SQLite</source>
        <translation>%1 · SQLite</translation>
    </message>
    <message>
        <source>live</source>
        <translation>läuft mit</translation>
    </message>
    <message>
        <source>behind, %1 overdue</source>
        <translation>im Rückstand, %1 überfällig</translation>
    </message>
    <message>
        <source>in doubt, nothing is claimed</source>
        <translation>im Zweifel, nichts wird übernommen</translation>
    </message>
    <message>
        <source>no flow is running</source>
        <translation>kein Flow läuft</translation>
    </message>
    <message>
        <source>%1 · simulated</source>
        <translation>%1 · simuliert</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>not enrolled here</source>
        <translation>hier nicht eingetragen</translation>
    </message>
    <message>
        <source>locks in %1:%2</source>
        <translation>sperrt in %1:%2</translation>
    </message>
    <message>
        <source>Lock your key (Ctrl+L)</source>
        <translation>Ihren Schlüssel sperren (Strg+L)</translation>
    </message>
    <message>
        <source>Unlock your key (Ctrl+L)</source>
        <translation>Ihren Schlüssel entsperren (Strg+L)</translation>
    </message>
    <message numerus="yes">
        <source>%n not sent</source>
        <translation>
            <numerusform>%n nicht gesendet</numerusform>
            <numerusform>%n nicht gesendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Signed decisions that wait in your outbox until an instance is reachable. They have no effect before.</source>
        <translation>Signierte Entscheidungen, die im Postausgang warten, bis eine Instanz erreichbar ist. Vorher wirken sie nicht.</translation>
    </message>
</context>
<context>
    <name>obstat::console::UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message numerus="yes">
        <source>Approving %1 in %n s</source>
        <translation>
            <numerusform>Freigabe von %1 in %n s</numerusform>
            <numerusform>Freigabe von %1 in %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rejecting %1 in %n s</source>
        <translation>
            <numerusform>Ablehnung von %1 in %n s</numerusform>
            <numerusform>Ablehnung von %1 in %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n more before it</source>
        <translation>
            <numerusform> · %n weitere davor</numerusform>
            <numerusform> · %n weitere davor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changing %1 in %n s</source>
        <translation>
            <numerusform>%1 wird in %n s geändert</numerusform>
            <numerusform>%1 wird in %n s geändert</numerusform>
        </translation>
    </message>
    <message>
        <source> · for %1</source>
        <translation> · für %1</translation>
    </message>
</context>
<context>
    <name>obstat::console::VersionsPanel</name>
    <message>
        <source>VERSIONS · %1</source>
        <translation>FASSUNGEN · %1</translation>
    </message>
    <message>
        <source>The text of %1 is not stored.</source>
        <translation>Der Text von %1 ist nicht gespeichert.</translation>
    </message>
</context>
</TS>
