/* The claim, lease and fencing protocol of one operation (docs/model.md; contract 4.3, 7.1 to 7.5), three workers.
 *
 * Every option of a process is one transaction under the head row's lock, or one step of the world outside. Any
 * process may be slow between two of its steps: a worker stopped by SIGSTOP for longer than its lease, and its waking
 * up, need no step of their own. Time is abstract: a limit may pass whenever nothing forbids it.
 *
 * With many writers (PostgreSQL) a worker is an instance. With one (SQLite) the workers are what one process does
 * at once: they die together, and the writer lock proves to the next process that they did.
 *
 * The store and the owner are chosen once, at random, so one search covers all of them. guards.pml and check.py name
 * the wrong variants (-D...), each of which must be rejected.
 */

#define WORKERS 3
#define MAX_ATTEMPTS 3

/* Status of the operation. Ended stands for expired, withdrawn and rejected: without effect and no attempt's word. */
#define Approved 1
#define Running 2
#define Unknown 3
#define Succeeded 4
#define Failed 5
#define Ended 6

/* Where a worker is. From Started to EndNotSent its attempt is open. */
#define Closed 0     /* one writer only: no process holds the ledger */
#define Idle 1
#define Claimed 2
#define Started 3    /* `attempt started` is durable, no byte has left */
#define Sent 4
#define Listening 5  /* timed out, listens on for a late answer */
#define EndOk 6      /* the end is known and not yet recorded */
#define EndRefused 7
#define EndReplayed 8 /* a refusal with the owner's replay marker */
#define EndUnsure 9  /* reset, 5xx, unreadable, no answer */
#define EndNotSent 10
#define Asking 11    /* its attempt of kind query is open */
#define Looked 12    /* a wrong variant only: it saw a plan to claim and let go of the lock */

/* What is on its way back to a worker. */
#define None 0
#define Ok 1
#define Refused 2
#define Replayed 3
#define Error 4
#define Found 5
#define Absent 6

/* Owners. */
#define IgnoresKeys 0
#define KeepsRefusals 1   /* honours keys; a replay of a refusal carries the marker */
#define ForgetsRefusals 2 /* honours keys, but a refusal leaves no trace under the key */

/* The ledger. */
byte status = Approved;
byte fence = WORKERS;      /* whose claim is the newest; a worker's older claims are over when it claims again */
bool leaseOver = false;
bool resend = false;       /* the claim came from `unknown` */
byte commits = 0;          /* attempts of kind commit so far */
bool unsure = false;       /* what has ended may have had an effect (ledger::mayHaveHadEffect), or was resumed */
bool orphan = false;       /* an open attempt of kind commit whose worker is dead */
bool orphanQuery = false;  /* the same of kind query */
bool lostEnd = false;      /* a wrong variant only: an open attempt that its living worker does not think of any more */
bool settled = false;      /* settle_after has passed since the last sender stopped */
bool keyOld = false;       /* now >= first send + key lifetime - margin */
bool manyWriters = false;  /* PostgreSQL; else one writer process (SQLite) */

/* The workers and their connections. */
byte at[WORKERS] = Idle;
bool outgoing[WORKERS] = false; /* a request or a question on its way to the owner, with its worker listening */
byte answer[WORKERS] = None;
bool tooLate[WORKERS] = false;  /* Started, and the time in which its first byte may leave is over */
bool askedSettled[WORKERS] = false;
byte stray = 0;                 /* requests on their way that nobody listens to any more */

/* The owner. */
byte owner = IgnoresKeys;
byte effects = 0;
byte underKey = None;      /* Ok or Refused, as kept under the wire key */

/* The person who resolves: what was seen in the owner's book, bound to the version that was seen. */
byte seen = None;

bool wentBack = false;     /* an older copy of the ledger was put in place (one writer only) */

/* Only for the properties: whose claim is running. */
byte holder = WORKERS;

#include "guards.pml"

inline hold() /* inv_1 and inv_4, after every step that moves the status or the owner's book */
{
	assert(effects <= 1);
	assert(status != Succeeded || effects == 1);
	assert((status != Failed && status != Ended) || effects == 0)
}

inline move(to) /* one transition, one version: what a person saw before does not count any more */
{
	status = to;
#ifndef RESOLVE_WITHOUT_VERSION
	seen = None;
#endif
	holder = WORKERS;
	leaseOver = false;
	resend = false;
	hold()
}

inline byHolder(w) /* a stale fence changes nothing */
{
#ifdef EFFECTS_ONLY
	skip
#else
	assert(status != Running || holder == w)
#endif
}

#include "worker.pml"
#include "world.pml"

init
{
	atomic {
		if
		:: printf("many writers (PostgreSQL)\n"); manyWriters = true
		:: printf("one writer (SQLite)\n"); at[0] = Closed; at[1] = Closed; at[2] = Closed
		fi;
		if
		:: printf("the owner ignores keys\n"); owner = IgnoresKeys
		:: printf("the owner honours keys and keeps refusals\n"); owner = KeepsRefusals
		:: printf("the owner honours keys and forgets refusals\n"); owner = ForgetsRefusals
		fi;
		run Worker(0);
		run Worker(1);
		run Worker(2);
		run Sweeper();
		run Crashes();
		run Time();
		run Owner();
		run Strays();
		run Person()
	}
}

ltl inv_8 { [] ((status == Running) -> <> (status != Running)) }
ltl unknown_ends { [] ((status == Unknown) -> <> (status != Unknown)) }
