/* What each step looks at before it acts. A wrong variant (-D...) drops one of these. */

#define isOpen(w) (at[w] >= Started && at[w] <= EndNotSent)
#define commitOpen (orphan || lostEnd || isOpen(0) || isOpen(1) || isOpen(2))
#define queryOpen (orphanQuery || at[0] == Asking || at[1] == Asking || at[2] == Asking)
#define onWire(w) (outgoing[w] && at[w] != Asking)
#define inFlight (stray > 0 || onWire(0) || onWire(1) || onWire(2))
#define unsent(w) (at[w] == Started && !tooLate[w])

/* The claim of w is the current one. */
#ifdef NO_FENCE
#define fenceIs(w) true
#else
#define fenceIs(w) (fence == w)
#endif
#define current(w) (status == Running && fenceIs(w))
#define settles(w) (current(w) || status == Unknown)

#ifdef NO_LEASE_CHECK
#define leaseHolds true
#else
#define leaseHolds (!leaseOver)
#endif

/* ledger::hasOpenAttempt: of either kind. */
#ifdef NO_OPEN_CHECK
#define noneOpen (!queryOpen)
#elif defined(RESEND_WHILE_ASKING)
#define noneOpen (!commitOpen)
#else
#define noneOpen (!commitOpen && !queryOpen)
#endif

#ifdef RESEND_WITHOUT_KEY
#define honoursKey true
#else
#define honoursKey (owner != IgnoresKeys)
#endif
/* ledger::nextStep: without doubt as it likes, else only as the same key to an owner that still knows it. */
#define mayResend (noneOpen && commits < MAX_ATTEMPTS && (!unsure || (honoursKey && !keyOld)))
#define claimable ((status == Approved && commits < MAX_ATTEMPTS) || (status == Unknown && mayResend))
#ifdef CLAIM_WITHOUT_LOCK
#define takesPlan(w) (at[w] == Looked)
#else
#define takesPlan(w) (at[w] == Idle && claimable)
#endif

/* No byte leaves after a time limit that counts from `attempt started`. */
#ifdef SEND_AFTER_DEADLINE
#define maySend(w) true
#else
#define maySend(w) (!tooLate[w])
#endif

/* A refusal speaks for an earlier attempt only as the owner's replay (contract 7.2). */
#ifdef REFUSAL_SETTLES_ALL
#define refusalSettles true
#else
#define refusalSettles (!unsure)
#endif

/* Contract 7.5: absence counts once every sender has stopped and settle_after has passed, before the question. */
#ifdef ASK_WHILE_SENDING
#define sendersStopped true
#else
#define sendersStopped (!commitOpen)
#endif
#ifdef ABSENCE_BEFORE_SETTLE
#define absenceCounts(w) true
#elif defined(SETTLE_AT_ANSWER)
#define absenceCounts(w) settled
#else
#define absenceCounts(w) askedSettled[w]
#endif
#ifdef RESOLVE_EARLY
#define personMaySeeAbsence true
#else
#define personMaySeeAbsence (!commitOpen && settled)
#endif

/* The margin before the end of a key's life covers a lease, the time until the first byte, and the way to the owner. */
#ifdef MARGIN_WITHOUT_LEASE
#define leaseInMargin true
#else
#define leaseInMargin (!(status == Running && resend && !leaseOver))
#endif
#ifdef MARGIN_WITHOUT_TRANSIT
#define transitInMargin true
#else
#define transitInMargin (!inFlight)
#endif
#define firstByteInMargin (!unsent(0) && !unsent(1) && !unsent(2))
