<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>ApprovalGate</name>
    <message numerus="yes">
        <source>Scroll through it to approve: %n line(s) not seen yet.</source>
        <translation>
            <numerusform>Scroll through it to approve: %n line not seen yet.</numerusform>
            <numerusform>Scroll through it to approve: %n lines not seen yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BulkChoice</name>
    <message numerus="yes">
        <source>At most %n plans can be approved together.</source>
        <translation>
            <numerusform>At most %n plan can be approved together.</numerusform>
            <numerusform>At most %n plans can be approved together.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without an amount</source>
        <translation>
            <numerusform>%n without an amount</numerusform>
            <numerusform>%n without an amount</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentVersions</name>
    <message numerus="yes">
        <source>… %n equal line(s)</source>
        <translation>
            <numerusform>… %n equal line</numerusform>
            <numerusform>… %n equal lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DrillWording</name>
    <message numerus="yes">
        <source>In order: in all %n case(s) nothing was lost and nothing done twice.</source>
        <translation>
            <numerusform>In order: in the one case nothing was lost and nothing done twice.</numerusform>
            <numerusform>In order: in all %n cases nothing was lost and nothing done twice.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n case(s) are NOT in order.</source>
        <translation>
            <numerusform>%1 of %n case is NOT in order.</numerusform>
            <numerusform>%1 of %n cases are NOT in order.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventWording</name>
    <message numerus="yes">
        <source>%1, %n time(s), answered with the first result</source>
        <translation>
            <numerusform>%1, once, answered with the first result</numerusform>
            <numerusform>%1, %n times, answered with the first result</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NumberCards</name>
    <message numerus="yes">
        <source>%n run(s) with more than %1 operations: the model writes when it should read.</source>
        <translation>
            <numerusform>%n run with more than %1 operations: the model writes when it should read.</numerusform>
            <numerusform>%n runs with more than %1 operations: the model writes when it should read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n approved plan(s) not executed for over a minute: waiting is not over when a person said yes.</source>
        <translation>
            <numerusform>%n approved plan not executed for over a minute: waiting is not over when a person said yes.</numerusform>
            <numerusform>%n approved plans not executed for over a minute: waiting is not over when a person said yes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s) got no answer at all, so their outcome became unknown; each counts as twice the limit.</source>
        <translation>
            <numerusform>%n attempt got no answer at all, so its outcome became unknown; it counts as twice the limit.</numerusform>
            <numerusform>%n attempts got no answer at all, so their outcome became unknown; each counts as twice the limit.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperationLines</name>
    <message numerus="yes">
        <source>asked again %n time(s); each got the first result or the state</source>
        <translation>
            <numerusform>asked again once; it got the first result or the state</numerusform>
            <numerusform>asked again %n times; each got the first result or the state</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutcomeWording</name>
    <message numerus="yes">
        <source>Asking about %1 again in %n s</source>
        <translation>
            <numerusform>Asking about %1 again in %n s</numerusform>
            <numerusform>Asking about %1 again in %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reopening %1 in %n s</source>
        <translation>
            <numerusform>Reopening %1 in %n s</numerusform>
            <numerusform>Reopening %1 in %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Settling %1 in %n s</source>
        <translation>
            <numerusform>Settling %1 in %n s</numerusform>
            <numerusform>Settling %1 in %n s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanLines</name>
    <message numerus="yes">
        <source>asked %n times</source>
        <translation>
            <numerusform>asked once</numerusform>
            <numerusform>asked %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n invisible character(s) in %1</source>
        <translation>
            <numerusform>%n invisible character in %1</numerusform>
            <numerusform>%n invisible characters in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more field(s) like these</source>
        <translation>
            <numerusform>%n more field like these</numerusform>
            <numerusform>%n more fields like these</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s)</source>
        <translation>
            <numerusform>%n plan</numerusform>
            <numerusform>%n plans</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::AttentionPage</name>
    <message numerus="yes">
        <source>%n marked</source>
        <translation>
            <numerusform>%n marked</numerusform>
            <numerusform>%n marked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %n can be asked about together.</source>
        <translation>
            <numerusform>At most %n can be asked about together.</numerusform>
            <numerusform>At most %n can be asked about together.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::AuditPage</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::BulkAskPanel</name>
    <message numerus="yes">
        <source>%n unknown together</source>
        <translation>
            <numerusform>%n unknown together</numerusform>
            <numerusform>%n unknown together</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ask about %n again and sign each</source>
        <translation>
            <numerusform>Ask about %n again and sign each</numerusform>
            <numerusform>Ask about %n again and sign each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::BulkPanel</name>
    <message numerus="yes">
        <source> · %n could not be read and is left out</source>
        <translation>
            <numerusform> · %n could not be read and is left out</numerusform>
            <numerusform> · %n could not be read and are left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n plans together</source>
        <translation>
            <numerusform>%1: %n plan</numerusform>
            <numerusform>%1: %n plans together</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve all %n and sign each</source>
        <translation>
            <numerusform>Approve and sign</numerusform>
            <numerusform>Approve all %n and sign each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::ChangePanel</name>
    <message numerus="yes">
        <source>WHAT CHANGES · %n place(s)</source>
        <translation>
            <numerusform>WHAT CHANGES · %n place</numerusform>
            <numerusform>WHAT CHANGES · %n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::ConflictPanel</name>
    <message numerus="yes">
        <source>WHAT DIFFERS · %n place(s)</source>
        <translation>
            <numerusform>WHAT DIFFERS · %n place</numerusform>
            <numerusform>WHAT DIFFERS · %n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::DashboardPage</name>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::EventPanel</name>
    <message numerus="yes">
        <source>under the newest, of %1 event(s)</source>
        <translation>
            <numerusform>under the newest, of %1 event</numerusform>
            <numerusform>under the newest, of %1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::LogProof</name>
    <message numerus="yes">
        <source>%n more finding(s).</source>
        <translation>
            <numerusform>%n more finding.</numerusform>
            <numerusform>%n more findings.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::MarksBar</name>
    <message numerus="yes">
        <source>%n hidden character(s)</source>
        <translation>
            <numerusform>%n hidden character</numerusform>
            <numerusform>%n hidden characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) of mixed scripts</source>
        <translation>
            <numerusform>%n word of mixed scripts</numerusform>
            <numerusform>%n words of mixed scripts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::OperationPanel</name>
    <message numerus="yes">
        <source>TIMELINE · %n event(s)</source>
        <translation>
            <numerusform>TIMELINE · %n event</numerusform>
            <numerusform>TIMELINE · %n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::PassphraseDialog</name>
    <message numerus="yes">
        <source>At least %n characters.</source>
        <translation>
            <numerusform>At least %n character.</numerusform>
            <numerusform>At least %n characters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The new passphrase is too short: at least %n characters.</source>
        <translation>
            <numerusform>The new passphrase is too short: at least %n character.</numerusform>
            <numerusform>The new passphrase is too short: at least %n characters.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::PassphraseWait</name>
    <message numerus="yes">
        <source>The next try is possible in %n s.</source>
        <translation>
            <numerusform>The next try is possible in %n s.</numerusform>
            <numerusform>The next try is possible in %n s.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::PlanNotices</name>
    <message numerus="yes">
        <source>%n plan(s) wait for your decision</source>
        <translation>
            <numerusform>%n plan waits for your decision</numerusform>
            <numerusform>%n plans wait for your decision</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will expire soon: nine tenths of the time are over</source>
        <translation>
            <numerusform>%n will expire soon: nine tenths of its time are over</numerusform>
            <numerusform>%n will expire soon: nine tenths of their time are over</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Half of the time is over for %n</source>
        <translation>
            <numerusform>Half of the time is over for %n</numerusform>
            <numerusform>Half of the time is over for %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n escalated to you</source>
        <translation>
            <numerusform>%n escalated to you</numerusform>
            <numerusform>%n escalated to you</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::PolicyPage</name>
    <message numerus="yes">
        <source>%n test(s) of the policy in force fail.</source>
        <translation>
            <numerusform>%n test of the policy in force fails.</numerusform>
            <numerusform>%n tests of the policy in force fail.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n test(s), all passed when run again just now</source>
        <translation>
            <numerusform>%n test, passed when run again just now</numerusform>
            <numerusform>%n tests, all passed when run again just now</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::PreferencesMenu</name>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::QueuePage</name>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n marked</source>
        <translation>
            <numerusform>%n marked</numerusform>
            <numerusform>%n marked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::StatusLine</name>
    <message numerus="yes">
        <source>Log %1 event(s)</source>
        <translation>
            <numerusform>Log %1 event</numerusform>
            <numerusform>Log %1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::ToolsPage</name>
    <message numerus="yes">
        <source>%n tool(s) in force</source>
        <translation>
            <numerusform>%n tool in force</numerusform>
            <numerusform>%n tools in force</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s) stay read-only because a question is not answered.</source>
        <translation>
            <numerusform>%n tool stays read-only because a question is not answered.</numerusform>
            <numerusform>%n tools stay read-only because a question is not answered.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::TopBar</name>
    <message numerus="yes">
        <source>%n not sent</source>
        <translation>
            <numerusform>%n not sent</numerusform>
            <numerusform>%n not sent</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>obstat::console::UndoBar</name>
    <message numerus="yes">
        <source>Approving %1 in %n s</source>
        <translation>
            <numerusform>Approving %1 in %n s</numerusform>
            <numerusform>Approving %1 in %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rejecting %1 in %n s</source>
        <translation>
            <numerusform>Rejecting %1 in %n s</numerusform>
            <numerusform>Rejecting %1 in %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n more before it</source>
        <translation>
            <numerusform> · %n more before it</numerusform>
            <numerusform> · %n more before it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changing %1 in %n s</source>
        <translation>
            <numerusform>Changing %1 in %n s</numerusform>
            <numerusform>Changing %1 in %n s</numerusform>
        </translation>
    </message>
</context>
</TS>
