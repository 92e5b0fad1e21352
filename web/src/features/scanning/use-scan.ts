import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Experience } from '../../../../contract/listings.ts';
import type { QrData } from '../../../../contract/scanning.ts';
import { answerInTime } from '../../answer-in-time.ts';
import { apiOnce, errorCode } from '../../api.ts';
import { findKeptPlace } from '../../device/kept-lists.ts';
import { removeFromOutbox } from '../../device/outbox-store.ts';
import { queueScan, scanId } from '../../device/queue-scan.ts';
import { sendWaitingScans, type WaitingScan } from '../../device/scan-outbox.ts';
import { scan } from '../../messages/en/scan.ts';
import { hasNetwork } from '../../network.ts';
import { refusalWords } from '../../refusal-words.ts';
import { describeDevice } from './describe-device.ts';
import { findKeptScan, keepScan } from './kept-scans.ts';
import { parseScannedContent } from './parse-scanned-content.ts';
import { sampleExperiences } from './sample-experiences.ts';
import { useAskByItself } from './use-ask-by-itself.ts';

/** Where the shown experiences come from: the server now, this device earlier, or nowhere real. */
export type Source =
  /** `after`: from when what stood in for it was, as an ISO instant. */
  { kind: 'live'; after?: string } | { kind: 'kept'; keptAt: string } | { kind: 'sample' };

export type ScanState =
  | { step: 'idle' }
  | { step: 'processing' }
  /** `waiting`: the scan is kept on the device and sent once there is a network. */
  | { step: 'result'; source: Source; qr: QrData | null; experiences: readonly Experience[]; waiting?: boolean }
  | { step: 'error'; words: string };

const demoCode = () => `DEMO-${Date.now().toString(36).toUpperCase()}`;

/** A scan as it is sent, under one key however often. */
interface Scanned {
  id: string;
  body: WaitingScan['body'];
  /** What its code names beside itself. */
  locationId: number | undefined;
}

function scanNow(code: string, locationId: number | undefined): Scanned {
  const scan_timestamp = new Date().toISOString();
  const body = { qr_code_id: code, device_info: describeDevice(), scan_timestamp };
  return { id: scanId(scan_timestamp), body, locationId };
}

/** What the last scan came to, for whoever goes back to the page that showed it. */
let last: { page: string; userId: string | undefined; state: ScanState; scanned: Scanned | null } | undefined;

/**
 * What became of the last scan. A scan that is not answered within three seconds falls back to the last real answer this device
 * has, which a late answer replaces; without one, and without any answer, to the sample set, which says so. One that waits is
 * asked for again as soon as there is a network, and by itself every so often: a browser does not always know.
 * @param userId who scans: what it came to is for nobody else.
 * @param onPlace called for a code of this site that names a place but no code.
 */
export function useScan(userId: string | undefined, onPlace: (locationId: number) => void) {
  const { key: page } = useLocation();
  const before = last?.page === page && last.userId === userId ? last : undefined;
  const [state, setState] = useState<ScanState>(before?.state ?? { step: 'idle' });
  // Answers that come after the person moved on are nobody's.
  const round = useRef(0);

  const scanned = useRef<Scanned>(before?.scanned ?? null);
  useEffect(() => {
    if (state.step === 'result') last = { page, userId, state, scanned: scanned.current };
    else if (last?.page === page) last = undefined;
  }, [page, userId, state]);

  /** Shows what a scan comes to as long as no other follows it, also to whoever has left this page and comes back. */
  const answer = useCallback(async () => {
    const [current, one] = [round.current, scanned.current!];
    await answerScan(one, (next) => {
      if (current !== round.current) return;
      setState(next);
      if (last?.scanned === one) last = next.step === 'result' ? { ...last, state: next } : undefined;
    });
  }, []);

  const ask = useCallback(
    async (code: string, locationId?: number) => {
      round.current++;
      setState({ step: 'processing' });
      scanned.current = scanNow(code, locationId);
      await answer();
    },
    [answer],
  );

  const waits = state.step === 'result' && state.waiting;
  /** What is being asked now, and of which round: once at a time, whoever wants it. */
  const asking = useRef<{ round: number; over: Promise<void> }>(undefined);
  const askAgain = useCallback(async () => {
    const current = round.current;
    const askOnce = async () => {
      // It is among those that are sent now: one after the other, they meet the same key.
      await sendWaitingScans().catch(() => {});
      if (current === round.current) await answer();
      if (asking.current?.round === current) asking.current = undefined;
    };
    if (asking.current?.round !== current) asking.current = { round: current, over: askOnce() };
    await asking.current.over;
  }, [answer]);
  useAskByItself(waits === true, askAgain);
  const isBack = useRef(before !== undefined);
  useEffect(() => {
    if (!waits) return;
    // It may have been taken meanwhile.
    if (isBack.current && hasNetwork()) void askAgain();
    isBack.current = false;
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  }, [waits, askAgain]);

  const submit = useCallback(
    async (raw: string) => {
      const parsed = parseScannedContent(raw, location.host);
      if (!parsed.ok) {
        round.current++;
        setState({ step: 'error', words: scan.invalid });
      } else if (parsed.content.qr_code_id) await ask(parsed.content.qr_code_id, parsed.content.location_id);
      else if (parsed.content.location_id) onPlace(parsed.content.location_id);
    },
    [ask, onPlace],
  );

  const reset = useCallback(() => {
    round.current++;
    setState({ step: 'idle' });
  }, []);

  return { state, submit, startDemo: useCallback(() => ask(demoCode()), [ask]), askAgain, reset };
}

/** @param show told what to show: twice where what is kept stands in for an answer that comes late. */
async function answerScan({ id, body, locationId }: Scanned, show: (next: ScanState) => void) {
  const code = body.qr_code_id;
  const isDemo = code.startsWith('DEMO-');
  // The same key now and, if no answer comes, later: the scan may have arrived all the same.
  const live = apiOnce(id)('POST /api/qr/scan', { body }).then(
    (answer) => ({ answer, refused: undefined }),
    (error: unknown) => ({ answer: undefined, refused: error }),
  );
  const kept = findKeptScan(code) ?? (locationId === undefined ? undefined : await placeAsScan(code, locationId));
  const showKept = (waiting: boolean) => {
    if (!kept)
      return show({ step: 'result', source: { kind: 'sample' }, qr: null, experiences: sampleExperiences, waiting });
    const { qr_data, experiences } = kept.answer;
    show({ step: 'result', source: { kind: 'kept', keptAt: kept.keptAt }, qr: qr_data, experiences, waiting });
  };
  const isLate = kept && !(await answerInTime(live));
  if (isLate) {
    // Whoever leaves now has it sent all the same.
    await queueScan(id, body);
    showKept(true);
  }
  const { answer, refused } = await live;
  const refusal = errorCode(refused);
  const waiting = !isDemo && (refusal === 'offline' || refusal === 'unavailable');
  if (isLate && !waiting) await removeFromOutbox(id);
  if (!isLate && waiting) await queueScan(id, body);
  if (answer) {
    if (!isDemo) keepScan(code, answer, new Date());
    const source: Source = { kind: 'live', ...(isLate && { after: kept.keptAt }) };
    show({ step: 'result', source, qr: answer.qr_data, experiences: answer.experiences });
  } else if (refusal?.startsWith('code_') || refusal === 'invalid_code' || refusal === 'rate_limited') {
    show({ step: 'error', words: refusalWords(refused) });
  } else showKept(waiting);
}

/** What this device has of the place that a code names beside itself, as a scan would have shown it. */
async function placeAsScan(code: string, locationId: number) {
  const kept = await findKeptPlace(locationId);
  if (!kept) return undefined;
  const { place, experiences, keptAt } = kept;
  const qr_data: QrData = {
    qr_code_id: code,
    location_id: place.id,
    location_name: place.name,
    location_description: place.description,
    address: place.address,
    distributor_id: null,
    coordinates:
      place.latitude === null || place.longitude === null ? null : { lat: place.latitude, lng: place.longitude },
    demo: false,
  };
  return { answer: { qr_data, experiences }, keptAt };
}
