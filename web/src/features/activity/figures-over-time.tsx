import type { TravelerAnalytics } from '../../../../contract/activity.ts';
import { analytics as words } from '../../messages/en/analytics.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { daysInBars } from './days-in-bars.ts';
import styles from './figures.module.css';

const series = ['scans', 'bookings', 'saved'] as const;

/** Scans, bookings and saved places over time: a small chart of each, and all of it as a table. */
export function FiguresOverTime({ days }: { days: TravelerAnalytics['by_day'] }) {
  const steps = daysInBars(days);
  return (
    <>
      {series.map((name) => {
        const bars = steps.map((step) => ({ label: step.label, value: step[name] }));
        const total = bars.reduce((sum, bar) => sum + bar.value, 0);
        const most = bars.toSorted((one, other) => other.value - one.value)[0] ?? { label: '', value: 0 };
        const summary = words.summary(words[name], total, most.label, most.value);
        return <BarChart key={name} title={words[name]} summary={summary} bars={bars} />;
      })}
      <details className={styles.details}>
        <summary>{words.asTable}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.when}</th>
              {series.map((name) => (
                <th key={name} scope="col">
                  {words[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.label}>
                <th scope="row">{step.label}</th>
                {series.map((name) => (
                  <td key={name}>{step[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
