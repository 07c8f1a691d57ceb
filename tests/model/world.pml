#define down (at[0] == Closed)

/* What an instance does at its start, and every instance now and then: attempts whose worker is proved dead, claims
 * that ran out. */
proctype Sweeper()
{
end:
	do
	:: atomic { down -> d_step { /* ledger::Recovery */
		printf("the next process recovers\n");
		at[0] = Idle;
		at[1] = Idle;
		at[2] = Idle;
		unsure = unsure || orphan;
		orphan = false;
		orphanQuery = false;
		lostEnd = false;
		if
		:: status == Running -> giveBack()
		:: else -> skip
		fi } }
#ifndef NO_SWEEP
	:: atomic { status == Running && leaseOver && !down && (manyWriters || !commitOpen) -> d_step {
		printf("a claim ran out\n");
		giveBack() } }
#endif
	:: atomic { manyWriters && orphan -> d_step {
		printf("an attempt ends as crashed\n");
		orphan = false;
		unsure = true;
		if
		:: status == Running -> move(Unknown)
		:: else -> skip
		fi } }
	:: atomic { manyWriters && orphanQuery -> d_step {
		printf("a question ends as crashed\n");
		orphanQuery = false } }
	od
}

inline crash(w)
{
	orphan = orphan || isOpen(w);
	orphanQuery = orphanQuery || at[w] == Asking;
	forget(w);
	at[w] = (manyWriters -> Idle : Closed) /* Idle: its next life, another instance */
}

#define lives(w) (manyWriters && at[w] > Idle)

proctype Crashes()
{
end:
	do
	:: atomic { lives(0) -> d_step { printf("worker 0 dies\n"); crash(0) } }
	:: atomic { lives(1) -> d_step { printf("worker 1 dies\n"); crash(1) } }
	:: atomic { lives(2) -> d_step { printf("worker 2 dies\n"); crash(2) } }
	:: atomic { !manyWriters && !down -> d_step { printf("the process dies\n"); crash(0); crash(1); crash(2) } }
	/* ActAdmission::resume: what this copy had open may have happened elsewhere; it does not know when it was sent. */
	:: atomic { !manyWriters && down && !wentBack -> d_step {
		printf("an older copy of the ledger is put in place and resumed\n");
		wentBack = true;
		at[0] = Idle;
		at[1] = Idle;
		at[2] = Idle;
		orphan = false;
		orphanQuery = false;
		lostEnd = false;
		settled = false;
		commits = 0;
#ifdef RESUME_FORGETS_DOUBT
		unsure = false;
		keyOld = false;
#else
		unsure = true;
		keyOld = true;
#endif
		move(Unknown) } }
	:: d_step { true -> skip } /* no crash: fairness must not wait for one */
	od
}

/* Moments that pass by the clock. */
proctype Time()
{
end:
	do
	:: atomic { status == Running && !leaseOver -> d_step {
		printf("the lease is over\n");
		leaseOver = true } }
	:: atomic { unsent(0) -> d_step { tooLate[0] = true } }
	:: atomic { unsent(1) -> d_step { tooLate[1] = true } }
	:: atomic { unsent(2) -> d_step { tooLate[2] = true } }
	:: atomic { status == Unknown && !settled && sendersStopped && !inFlight -> d_step {
		printf("settle_after has passed\n");
		settled = true } }
	:: atomic { commits > 0 && !keyOld && owner != IgnoresKeys -> d_step {
		printf("the key is not sent again\n");
		keyOld = true } }
	:: atomic { keyOld && underKey != None && leaseInMargin && firstByteInMargin && transitInMargin -> d_step {
		printf("the owner forgets the key\n");
		underKey = None } }
	:: atomic { status == Approved -> d_step {
		printf("the plan expires, or is withdrawn or rejected\n");
		move(Ended) } }
	od
}

inline takeEffect()
{
	printf("the owner: EFFECT\n");
	effects++;
	if
	:: owner != IgnoresKeys -> underKey = Ok
	:: else -> skip
	fi;
	hold()
}

inline refuse()
{
	printf("the owner refuses\n");
	if
	:: owner == KeepsRefusals -> underKey = Refused
	:: else -> skip
	fi
}

/* One request of worker w arrives; its answer may be lost, and may be an error although it was done. */
inline arrive(w)
{
	outgoing[w] = false;
	if
	:: underKey == None ->
		if
		:: takeEffect(); answer[w] = Ok
		:: takeEffect(); answer[w] = Error
		:: refuse(); answer[w] = Refused
		:: refuse(); answer[w] = Error
		:: answer[w] = Error
		fi
	:: underKey == Ok -> printf("the owner: a replay\n"); answer[w] = Ok
	:: underKey == Refused -> printf("the owner: a replay\n"); answer[w] = Replayed
	fi
}

inline answerQuestion(w)
{
	outgoing[w] = false;
	if
	:: effects > 0 -> answer[w] = Found
	:: else -> answer[w] = Absent
	fi
}

proctype Owner()
{
end:
	do
	:: atomic { onWire(0) -> arrive(0) }
	:: atomic { onWire(1) -> arrive(1) }
	:: atomic { onWire(2) -> arrive(2) }
	:: atomic { outgoing[0] && at[0] == Asking -> d_step { answerQuestion(0) } }
	:: atomic { outgoing[1] && at[1] == Asking -> d_step { answerQuestion(1) } }
	:: atomic { outgoing[2] && at[2] == Asking -> d_step { answerQuestion(2) } }
	:: atomic { outgoing[0] -> d_step { outgoing[0] = false } } /* lost on its way */
	:: atomic { outgoing[1] -> d_step { outgoing[1] = false } }
	:: atomic { outgoing[2] -> d_step { outgoing[2] = false } }
	od
}

/* Requests whose sender listens no more, and which may arrive until settle_after. */
proctype Strays()
{
end:
	do
	:: atomic { stray > 0 ->
		stray--;
		if
		:: underKey == None -> takeEffect()
		:: underKey == None -> refuse()
		:: skip /* lost, or a replay */
		fi }
	od
}

proctype Person()
{
end:
	do
	:: atomic { status == Unknown && seen == None && effects > 0 -> d_step {
		printf("a person sees the effect\n");
		seen = Found } }
	:: atomic { status == Unknown && seen == None && effects == 0 && personMaySeeAbsence -> d_step {
		printf("a person sees no effect\n");
		seen = Absent } }
	:: atomic { status == Unknown && seen == Found -> d_step {
		printf("a person's word: succeeded\n");
		seen = None;
		move(Succeeded) } }
	:: atomic { status == Unknown && seen == Absent -> d_step {
		printf("a person's word: failed\n");
		seen = None;
		move(Failed) } }
	od
}
