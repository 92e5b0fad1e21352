import { queueScan, scanId } from '../../device/queue-scan.ts';
import { withQuery } from '../../with-query.ts';
import { describeDevice } from './describe-device.ts';
import { findKeptScan } from './kept-scans.ts';

/**
 * A place that was opened by its printed code without a network: the scan is kept to be sent once.
 * @returns the address to go on with, without the code: the place it led to last on this device, else the one it names.
 */
export async function keepArrival(pathname: string, search: string): Promise<string> {
  const query = new URLSearchParams(search);
  const code = query.get('qr') ?? '';
  query.delete('qr');
  const rest = withQuery('', query);
  if (!/^\/location\/[^/]+$/.test(pathname) || code.length === 0 || code.length > 64) return pathname + rest;
  const scan_timestamp = new Date().toISOString();
  await queueScan(scanId(scan_timestamp), { qr_code_id: code, device_info: describeDevice(), scan_timestamp });
  const known = findKeptScan(code)?.answer.qr_data.location_id;
  return (known ? `/location/${known}` : pathname) + rest;
}
