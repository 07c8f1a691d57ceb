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
        <source>%n plan(s)</source>
        <translation>
            <numerusform>%n plan</numerusform>
            <numerusform>%n plans</numerusform>
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
    <name>obstat::console::QueuePage</name>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
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
</TS>
