inline giveBack() /* AttemptLife::giveBack */
{
	if
	:: unsure || commitOpen -> move(Unknown)
	:: else -> move(Approved)
	fi
}

inline forget(w) /* what a worker's connection held */
{
	if
	:: onWire(w) -> stray++
	:: else -> skip
	fi;
	outgoing[w] = false;
	answer[w] = None;
	tooLate[w] = false;
	askedSettled[w] = false
}

inline ended(w, next)
{
	forget(w);
	at[w] = next
}

proctype Worker(byte me)
{
end:
	do
	/* ClaimTransaction */
#ifdef CLAIM_WITHOUT_LOCK
	:: atomic { at[me] == Idle && claimable -> d_step { at[me] = Looked } }
#endif
	:: atomic { takesPlan(me) -> d_step {
		printf("worker %d claims\n", me);
		fence = me;
		at[me] = Claimed;
		if
		:: status == Unknown ->
			move(Running);
#ifdef NEW_KEY_ON_RESEND
			underKey = None;
#endif
			resend = true
		:: else -> move(Running)
		fi;
		holder = me } }

	/* AttemptLife::start: compare-and-set on fence and unexpired lease. */
	:: atomic { at[me] == Claimed && current(me) && leaseHolds && noneOpen -> d_step {
		printf("worker %d: attempt %d started\n", me, commits + 1);
		byHolder(me);
#ifndef EFFECTS_ONLY
		assert(!commitOpen); /* no two open attempts */
#endif
		commits++;
		settled = false;
		at[me] = Started } }
	:: atomic { at[me] == Claimed && !(current(me) && leaseHolds && noneOpen) -> d_step {
		printf("worker %d: its claim is stale, nothing is sent\n", me);
		at[me] = Idle } }

	/* AttemptLife::release: the request could not be made. */
	:: atomic { at[me] == Claimed && current(me) -> d_step {
		printf("worker %d gives the claim back\n", me);
		byHolder(me);
		at[me] = Idle;
		giveBack() } }

	/* The wire: one request, never resent. */
	:: atomic { at[me] == Started && maySend(me) -> d_step {
		printf("worker %d sends\n", me);
		outgoing[me] = true;
		tooLate[me] = false;
		at[me] = Sent } }
	:: atomic { at[me] == Started -> d_step { /* no connection, no name, or too late for the first byte */
		printf("worker %d: proved not sent\n", me);
		ended(me, EndNotSent) } }

	/* AttemptLife::timedOut; it listens on. */
	:: atomic { at[me] == Sent -> d_step {
		printf("worker %d: timed out, listens on\n", me);
		at[me] = Listening;
		if
		:: current(me) ->
			byHolder(me);
#ifdef TIMEOUT_IS_FAILURE
			move(Failed)
#else
			move(Unknown)
#endif
		:: else -> skip
		fi } }
	:: atomic { (at[me] == Sent || at[me] == Listening) && answer[me] == Ok -> d_step {
		printf("worker %d hears: done\n", me);
		ended(me, EndOk) } }
	:: atomic { (at[me] == Sent || at[me] == Listening) && answer[me] == Refused -> d_step {
		printf("worker %d hears: refused\n", me);
		ended(me, EndRefused) } }
	:: atomic { (at[me] == Sent || at[me] == Listening) && answer[me] == Replayed -> d_step {
		printf("worker %d hears: refused, a replay\n", me);
		ended(me, EndReplayed) } }
	:: atomic { (at[me] == Sent || at[me] == Listening) -> d_step {
		printf("worker %d: reset, an error, or nothing heard\n", me);
		ended(me, EndUnsure) } }

#ifdef END_NOT_RETRIED
	:: atomic { at[me] >= EndOk && at[me] <= EndNotSent -> d_step {
		printf("worker %d cannot record the end and forgets it\n", me);
		lostEnd = true;
		at[me] = Idle } }
#endif

	/* AttemptLife::end and settle: by the attempt's own fence; what is settled already is not changed. */
	:: atomic { at[me] == EndOk -> d_step {
		printf("worker %d records: succeeded\n", me);
		unsure = true;
		if
		:: settles(me) -> byHolder(me); move(Succeeded)
		:: else -> skip
		fi;
		at[me] = Idle } }
	:: atomic { at[me] == EndRefused -> d_step {
		printf("worker %d records: no effect\n", me);
		if
		:: settles(me) && refusalSettles -> byHolder(me); move(Failed)
		:: settles(me) && !refusalSettles && status == Running -> byHolder(me); move(Unknown)
		:: else -> skip
		fi;
		at[me] = Idle } }
	:: atomic { at[me] == EndReplayed -> d_step {
		printf("worker %d records: no effect, for the attempts before too\n", me);
		if
		:: settles(me) -> byHolder(me); move(Failed)
		:: else -> skip
		fi;
		at[me] = Idle } }
	:: atomic { at[me] == EndUnsure -> d_step {
		printf("worker %d records: no answer to rely on\n", me);
		unsure = true;
		if
		:: current(me) -> byHolder(me); move(Unknown)
		:: else -> skip
		fi;
		at[me] = Idle } }
	:: atomic { at[me] == EndNotSent -> d_step {
		printf("worker %d records: not sent\n", me);
		if
		:: settles(me) && !unsure -> byHolder(me); move(Approved)
		:: settles(me) && unsure && status == Running -> byHolder(me); move(Unknown)
		:: else -> skip
		fi;
		at[me] = Idle } }

	/* Reconciliation (contract 7.5): the question is an attempt of kind query. */
	:: atomic { at[me] == Idle && status == Unknown && sendersStopped && !queryOpen -> d_step {
		printf("worker %d asks the owner\n", me);
		outgoing[me] = true;
		askedSettled[me] = settled;
		at[me] = Asking } }
	:: atomic { at[me] == Asking && answer[me] == Found -> d_step {
		printf("worker %d records: found\n", me);
		ended(me, Idle);
		if
		:: status == Unknown -> move(Succeeded)
		:: else -> skip
		fi } }
	:: atomic { at[me] == Asking && answer[me] == Absent && status == Unknown && absenceCounts(me) ->
		printf("worker %d records: proved absent\n", me);
		ended(me, Idle);
		if /* by policy; and a ledger may or may not take the earlier attempts for proved */
		:: true -> move(Failed)
		:: true -> move(Approved)
		:: unsure = false; move(Approved)
		fi }
	:: atomic { at[me] == Asking && (answer[me] == Absent || !outgoing[me]) -> d_step {
		printf("worker %d: the question proves nothing\n", me);
		ended(me, Idle) } }
	od
}
