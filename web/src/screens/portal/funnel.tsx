import type { Answer } from '../../../../contract/endpoint.ts';
import type { getPerformance } from '../../../../contract/partner-performance.ts';
import { portalFigures as words } from '../../messages/en/portal-desk.ts';
import page from '../../ui/page.module.css';

/** How far those came who scanned, as far as what is earned by it, for who may see money. */
export function Funnel({ of }: { of: Answer<typeof getPerformance> }) {
  const { total_scans: scans } = of;
  const steps = [
    ['scans', scans],
    ['openings', of.openings],
    ['clicks', of.clicks],
    ['bookings', of.total_bookings],
  ] as const;
  return (
    <dl className={page.facts}>
      {steps.map(([step, count]) => (
        <div key={step}>
          <dt>{words.steps[step]}</dt>
          <dd>{words.stepOf(count, step === 'scans' || scans === 0 ? null : count / scans)}</dd>
        </div>
      ))}
      {of.commission_earned !== null && of.earning_bookings !== null && (
        <div>
          <dt>{words.steps.commission}</dt>
          <dd>{words.earnedOf(of.commission_earned, of.earning_bookings)}</dd>
        </div>
      )}
    </dl>
  );
}
