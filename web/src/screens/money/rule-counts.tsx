import type { RuleCount } from '../../../../contract/holds.ts';
import { holdsDesk as words } from '../../messages/en/holds-desk.ts';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';

/** Of each rule how often it has held a commission, and how often for nothing. */
export function RuleCounts({ rules }: { rules: readonly RuleCount[] }) {
  if (rules.length === 0) return null;
  return (
    <section className={page.section} aria-label={words.rulesTitle}>
      <h2>{words.rulesTitle}</h2>
      <ul role="list" className={list.rows}>
        {rules.map((rule) => (
          <li key={rule.rule} className={list.row}>
            <div className={list.words}>
              <p>{words.ruleLine(rule)}</p>
              <div className={list.note}>{words.falseAlarms(rule.false_alarms)}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
