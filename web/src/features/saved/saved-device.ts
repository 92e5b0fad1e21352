import type { Experience } from '../../../../contract/listings.ts';
import type { SavedItem } from '../../../../contract/saved.ts';
import { mostMerged } from '../../../../contract/saved-limits.ts';
import { ApiError, browserApi, errorCode } from '../../api.ts';
import { keepDraft } from '../../device/form-draft.ts';
import { isRemembered } from '../../device/own-device.ts';
import { laterHere } from '../../device/send-loop.ts';
import { withLock } from '../../device/with-lock.ts';
import { saved as words } from '../../messages/en/saved.ts';
import { hasNetwork } from '../../network.ts';
import { refusalWords } from '../../refusal-words.ts';
import { announce } from '../../ui/announce.ts';
import { holdsWhatWaits } from '../../waits-here.ts';
import { createKeptPlaces, guestKey } from './kept-places.ts';
import { createOwnChanges } from './own-changes.ts';
import { mark } from './saved-marks.ts';
import { setNews } from './saved-news.ts';
import { createSavedQueue, type Wish } from './saved-queue.ts';
import { createSavedSender, type Outcome } from './saved-sender.ts';
import { sayMeanwhile } from './written-meanwhile.ts';

const withSavedLock = (task: () => Promise<void>) => withLock('holoholo.saved', task);

/** What this device keeps of saved places; the browser's one storage, asked for anew each time as it may be forbidden. */
export const kept = createKeptPlaces(() => localStorage);
export const ownChanges = createOwnChanges();
const queue = createSavedQueue(() => localStorage);
holdsWhatWaits(() => !queue.keepUnsaved());
const refusals = new Map<string, string>();
/** Where to say what became of a wish that waits in this page alone: empty words once it is fulfilled. */
const waiting = new Map<string, Tell>();
type Tell = (problem: string) => void;
/** Whether the server has last said that nobody is signed in any more. */
let isSessionOver = false;
const sender = createSavedSender({
  queue,
  send,
  withLock: withSavedLock,
  later: laterHere,
  onRefused: (wish, refusal) => {
    refusals.set(wish.id, refusal);
    ownChanges.refused(wish.id);
    waiting.get(wish.id)?.(refusal);
    mark(wish.listingId, !wish.saved);
    if (wish.saved && isRemembered(wish.userId)) kept.changeAccount(wish.userId, wish.listingId, null);
  },
});

async function send(wish: Wish): Promise<Outcome> {
  const { id, listingId, saved, note, savedAt } = wish;
  const params = { listing_id: String(listingId) };
  const seen = wish.seen && [...wish.seen];
  try {
    const now = saved
      ? await browserApi('PUT /api/saved/{listing_id}', { params, body: { note, seen, saved_at: savedAt } })
      : await browserApi('DELETE /api/saved/{listing_id}', { params, ...(seen && { body: { seen } }) });
    ownChanges.done(id);
    waiting.get(id)?.('');
    isSessionOver = false;
    if (saved ? note !== undefined && now.note !== note : now.note) keepOther(wish, now.note ?? null);
    return { status: 200 };
  } catch (error) {
    isSessionOver = errorCode(error) === 'unauthenticated';
    if (errorCode(error) === 'saved_note_full') {
      keepTyped(wish, refusalWords(error));
      return { status: 200 };
    }
    return error instanceof ApiError ? { status: error.status, words: refusalWords(error) } : { status: 0 };
  }
}

/** Somebody has written meanwhile, as on another phone: this device follows what the account has now, and says so. */
function keepOther({ id, userId, listingId, saved, note, seen }: Wish, now: string | null): void {
  const item = removed.get(listingId);
  if (isRemembered(userId)) {
    if (!saved && item) kept.changeAccount(userId, listingId, item);
    kept.changeNote(userId, listingId, now);
  }
  mark(listingId, true);
  // It waits no more: the list that is asked for now is not to say that it did.
  queue.remove(id);
  begun?.onJoined();
  // Of a heart that only brings back what stood there nothing is lost.
  if (saved && note !== undefined && seen?.includes(note)) return;
  const said = saved && note ? words.noteJoined : words.noteStays;
  sayMeanwhile(listingId, said);
  if (!saved) refusals.set(id, said);
}

/** A note that does not fit below another: it waits in its form, and the place stays as it is. */
function keepTyped({ id, userId, listingId, note, seen }: Wish, refusal: string): void {
  refusals.set(id, refusal);
  ownChanges.done(id);
  waiting.get(id)?.(refusal);
  if (isRemembered(userId)) {
    kept.changeNote(userId, listingId, seen?.[0] ?? null);
    keepDraft(noteDraft(listingId), userId, [note ?? ''], { aside: true });
  }
  sayMeanwhile(listingId, refusal);
  begun?.onJoined();
}

/** The name of the form of a note among what was typed and not sent. */
export const noteDraft = (listingId: number): string => `note ${listingId}`;

/** What was taken off in this page: a heart tapped twice brings the note and the time back. */
const removed = new Map<number, SavedItem>();

/** What is to become of a place: saved with a note (undefined leaves it), or taken away. */
interface Change {
  saved: boolean;
  note?: string | null;
  /** The note that was in sight where one is written, or the place is taken off; else the one that this device knows of. */
  over?: string | null;
  savedAt?: string;
}

/**
 * Saves or unsaves an experience.
 * @param tell what becomes of it later, where it has to wait in this page.
 * @returns what went wrong, in words; empty where nothing did.
 */
export const toggleSaved = (experience: Experience, userId: string | null, saved: boolean, tell?: Tell) =>
  changeSaved(experience, userId, { saved }, tell);

/** The same, with a note or the time at which it was first saved, as when a removal is undone. */
export async function changeSaved(
  experience: Experience,
  userId: string | null,
  change: Change,
  tell: Tell = () => {},
): Promise<string> {
  mark(experience.id, change.saved);
  const problem = userId ? await changeAccount(experience, userId, change, tell) : changeGuest(experience, change);
  if (!problem) announce(change.saved ? words.savedNow(experience.name) : words.removedNow(experience.name));
  return problem;
}

function itemOf(experience: Experience, { note, savedAt }: Change, before: SavedItem | undefined): SavedItem {
  return {
    listing_id: experience.id,
    note: note === undefined ? (before?.note ?? null) : note,
    saved_at: before?.saved_at ?? savedAt ?? new Date().toISOString(),
    experience,
  };
}

/** A place as it is on the list, or was until it was taken off in this page. */
function recall(items: readonly SavedItem[], listingId: number, { saved }: Change): SavedItem | undefined {
  const known = items.find((one) => one.listing_id === listingId) ?? (saved ? removed.get(listingId) : undefined);
  if (known && !saved) removed.set(listingId, known);
  return known;
}

function changeGuest(experience: Experience, change: Change): string {
  const before = recall(kept.readGuest(), experience.id, change);
  if (!change.saved) return kept.removeGuest([experience.id]) ? '' : words.storageFailed;
  const isListed = kept.readGuest().some((one) => one.listing_id === experience.id);
  const isFull = !isListed && kept.isGuestFull();
  if (!isFull && kept.putGuest(itemOf(experience, change, before))) return '';
  mark(experience.id, isListed);
  return isFull ? words.guestFull : words.storageFailed;
}

async function changeAccount(experience: Experience, userId: string, change: Change, tell: Tell): Promise<string> {
  const before = recall(kept.readAccount()?.items ?? [], experience.id, change);
  const item = itemOf(experience, change, before);
  const { saved } = change;
  const note = change.note === undefined ? (before?.note ?? undefined) : change.note;
  const over = change.over === undefined ? before?.note : change.over;
  const wish: Wish = {
    id: `${Date.now()}-${Math.random()}`,
    userId,
    listingId: experience.id,
    saved,
    note,
    ...(over !== undefined && { seen: [over] }),
    savedAt: item.saved_at,
  };
  sayMeanwhile(experience.id);
  ownChanges.begin(wish.id, experience.id, saved ? item : null);
  const outlivesPage = queue.put(wish);
  setNews({ brought: 0 });
  if (isRemembered(userId)) kept.changeAccount(userId, experience.id, saved ? item : null);
  sender.signedIn(userId);
  await sender.flush();
  const refusal = refusals.get(wish.id);
  if (refusal) return refusal;
  const waits = queue.of(userId).some((one) => one.id === wish.id);
  if (!waits) return '';
  // The end of a session may have made room.
  if (outlivesPage || queue.keepUnsaved()) {
    if (!isSessionOver) return '';
    const waits = words.waitsForSignIn(saved);
    setNews({ waits });
    return waits;
  }
  waiting.set(wish.id, tell);
  if (isSessionOver) return words.notKeptSignedOut;
  return hasNetwork() ? words.notKeptNow : words.notKeptOffline;
}

interface Beginning {
  userId: string | null;
  /** Whether this visitor saves at all: guests and travelers do. */
  saves: boolean;
  /** Whether the page came with the account's hearts. */
  isKnown: boolean;
  /** Told when something on the list changed that the page does not show yet. */
  onJoined: () => void;
}

let begun: Beginning | undefined;
/** Another tab has handed what a guest kept to the account, maybe after this page was told the list. */
let isJoinedElsewhere = false;

/** Begins with whoever is here: another's copy goes, a guest's places are joined, what waits is sent, and hearts are shown. */
export async function beginSaved(beginning: Beginning): Promise<void> {
  if (!begun) {
    addEventListener('online', () => void catchUp());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void catchUp());
    addEventListener('storage', ({ key, newValue }) => {
      if (key !== guestKey || newValue !== null) return;
      isJoinedElsewhere = true;
      void catchUp();
    });
  }
  if (begun?.userId !== beginning.userId) ownChanges.forget();
  begun = beginning;
  const { userId, saves, isKnown } = beginning;
  kept.clearOthers(userId, Date.now());
  queue.forgetOthers(userId, Date.now());
  sender.signedIn(saves ? userId : null);
  if (saves) for (const { listing_id } of kept.readGuest()) mark(listing_id, true);
  if (userId && !isKnown) for (const { listing_id } of kept.readAccount()?.items ?? []) mark(listing_id, true);
  if (userId) for (const wish of queue.of(userId)) mark(wish.listingId, wish.saved);
  await catchUp();
}

/** Joins and sends what has not been yet. Never throws; what does not go through is tried again when the network is back. */
export async function catchUp(): Promise<void> {
  if (!begun?.userId || !begun.saves) return;
  const { userId } = begun;
  const waited = queue.of(userId);
  let joined = false;
  await withSavedLock(async () => {
    joined = await joinGuest(userId);
  }).catch(() => {});
  await sender.flush();
  const left = queue.of(userId);
  const brought = waited.filter(({ id }) => !refusals.has(id) && !left.some((one) => one.id === id)).length;
  if (brought > 0) {
    setNews({ brought, waits: '' });
    announce(words.brought(brought));
  }
  const isOld = joined || isJoinedElsewhere || (waited.length > 0 && left.length === 0);
  isJoinedElsewhere = false;
  if (isOld) begun.onJoined();
}

/**
 * Hands what a guest kept to the account, once: the device forgets it when the server has it. What the account has no room for
 * stays on the device and is handed over again.
 * @returns whether the list may have changed.
 */
async function joinGuest(userId: string): Promise<boolean> {
  const ofGuest = kept.readGuest();
  const items = [...ofGuest, ...kept.readLeft(userId)].slice(0, mostMerged);
  if (items.length === 0) return false;
  const body = { items: items.map(({ listing_id, note, saved_at }) => ({ listing_id, note, saved_at })) };
  const { added, unknown, left_out } = await browserApi('POST /api/saved/merge', { body });
  for (const id of [...unknown, ...left_out]) mark(id, false);
  // What was written here meanwhile, as in another tab, is handed over next.
  const told = new Map(items.map(({ listing_id, note }) => [listing_id, note]));
  const isAsTold = ({ listing_id, note }: SavedItem) => told.get(listing_id) === note;
  kept.removeGuest(
    kept
      .readGuest()
      .filter(isAsTold)
      .map(({ listing_id }) => listing_id),
  );
  kept.keepLeft(
    userId,
    items.filter((one) => left_out.includes(one.listing_id)),
    Date.now(),
  );
  setNews({ leftOut: left_out.length });
  return added > 0 || ofGuest.length > 0;
}
