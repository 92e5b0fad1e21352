import { useCallback, useRef, useState } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import type { QrData } from '../../../../contract/scanning.ts';
import { apiOnce, errorCode } from '../../api.ts';
import { findKeptPlace } from '../../device/kept-lists.ts';
import { queueScan, scanId } from '../../device/queue-scan.ts';
import { scan } from '../../messages/en/scan.ts';
import { refusalWords } from '../../refusal-words.ts';
import { describeDevice } from './describe-device.ts';
import { findKeptScan, keepScan } from './kept-scans.ts';
import { parseScannedContent } from './parse-scanned-content.ts';
import { sampleExperiences } from './sample-experiences.ts';

/** Where the shown experiences come from: the server now, this device earlier, or nowhere real. */
export type Source = { kind: 'live' } | { kind: 'kept'; keptAt: string } | { kind: 'sample' };

export type ScanState =
  | { step: 'idle' }
  | { step: 'processing' }
  /** `waiting`: the scan is kept on the device and sent once there is a network. */
  | { step: 'result'; source: Source; qr: QrData | null; experiences: readonly Experience[]; waiting?: boolean }
  | { step: 'error'; words: string };

const demoCode = () => `DEMO-${Date.now().toString(36).toUpperCase()}`;

/**
 * What became of the last scan. A scan that cannot be answered falls back to the last real answer this device has, then to
 * the sample set, which says so.
 * @param onPlace called for a code of this site that names a place but no code.
 */
export function useScan(onPlace: (locationId: number) => void) {
  const [state, setState] = useState<ScanState>({ step: 'idle' });
  // Answers that come after the person moved on are nobody's.
  const round = useRef(0);

  const ask = useCallback(async (code: string, locationId?: number) => {
    const current = ++round.current;
    setState({ step: 'processing' });
    const next = await answerScan(code, locationId);
    if (current === round.current) setState(next);
  }, []);

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

  return { state, submit, startDemo: useCallback(() => ask(demoCode()), [ask]), reset };
}

async function answerScan(code: string, locationId?: number): Promise<ScanState> {
  const isDemo = code.startsWith('DEMO-');
  const body = { qr_code_id: code, device_info: describeDevice(), scan_timestamp: new Date().toISOString() };
  // The same key now and, if no answer comes, later: the scan may have arrived all the same.
  const id = scanId(body.scan_timestamp);
  try {
    const answer = await apiOnce(id)('POST /api/qr/scan', { body });
    if (!isDemo) keepScan(code, answer, new Date());
    return { step: 'result', source: { kind: 'live' }, qr: answer.qr_data, experiences: answer.experiences };
  } catch (error) {
    const refused = errorCode(error);
    if (refused?.startsWith('code_') || refused === 'invalid_code' || refused === 'rate_limited') {
      return { step: 'error', words: refusalWords(error) };
    }
    const waiting = !isDemo && (refused === 'offline' || refused === 'unavailable');
    if (waiting) await queueScan(id, body);
    const kept = findKeptScan(code) ?? (locationId && (await placeAsScan(code, locationId)));
    if (kept) {
      const { qr_data, experiences } = kept.answer;
      return { step: 'result', source: { kind: 'kept', keptAt: kept.keptAt }, qr: qr_data, experiences, waiting };
    }
    return { step: 'result', source: { kind: 'sample' }, qr: null, experiences: sampleExperiences, waiting };
  }
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
    coordinates: { lat: place.latitude, lng: place.longitude },
    demo: false,
  };
  return { answer: { qr_data, experiences }, keptAt };
}
