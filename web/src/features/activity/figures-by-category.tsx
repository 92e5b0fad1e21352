import type { TravelerAnalytics } from '../../../../contract/activity.ts';
import { analytics as words } from '../../messages/en/analytics.ts';
import { messages } from '../../messages/index.ts';
import { ShareBar } from '../../ui/bar-chart.tsx';
import styles from './figures.module.css';

/** Bookings and saved places by kind of experience, as a table whose rows carry their share as a bar. */
export function FiguresByCategory({ categories }: { categories: TravelerAnalytics['by_category'] }) {
  const most = Math.max(1, ...categories.map((one) => one.bookings + one.saved));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.category}</th>
          <th scope="col">{words.bookings}</th>
          <th scope="col">{words.saved}</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ category, bookings, saved }) => (
          <tr key={category}>
            <th scope="row">
              {messages.search.categories[category]}
              <ShareBar share={(bookings + saved) / most} />
            </th>
            <td>{bookings}</td>
            <td>{saved}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
