import { Link } from 'react-router';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { getToday } from '../../../../contract/today.ts';
import { todayDesk as words } from '../../messages/en/today-desk.ts';
import { contentLanguage } from '../../messages/languages.ts';
import list from '../../ui/list.module.css';
import { ArrowIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './dashboard.module.css';

interface TodayProps {
  /** Null where it could not be had. */
  today: Answer<typeof getToday> | null;
}

/** What waits for an administrator, each a tap from where it is decided. */
export function Today({ today }: TodayProps) {
  const waiting = today?.needs.filter(({ count }) => count > 0) ?? [];
  return (
    <section className={page.section} aria-labelledby="today" lang={contentLanguage}>
      <h2 id="today">{words.title}</h2>
      {!today && <Notice tone="warn">{words.failed}</Notice>}
      {today && waiting.length === 0 && <p>{words.nothing}</p>}
      {today && waiting.length > 0 && (
        <ul role="list" className={list.links}>
          {waiting.map(({ need, count, path }) => (
            <li key={need}>
              <Link to={path} className={list.link}>
                <span className={list.words}>
                  {words.needs[need]}: {words.number(count)}
                  {need === 'qr_requests' && <Promised {...today.qr_requests} />}
                </span>
                <ArrowIcon />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Promised({ late, due }: { late: number; due: number }) {
  return (
    <span className={styles.promised}>
      {late > 0 && <StatusBadge look="bad">{words.late(late)}</StatusBadge>}
      {due > 0 && <StatusBadge look="asks">{words.due(due)}</StatusBadge>}
    </span>
  );
}
