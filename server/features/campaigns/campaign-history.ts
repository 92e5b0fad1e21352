import { type CampaignField, campaignFields } from '../../../contract/campaign-form.ts';
import type { CampaignEntry } from '../../../contract/campaigns.ts';
import type { HistoryRow } from '../../platform/audit/audit.store.ts';
import { presentHistory } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { findPlaceNames } from './campaigns.store.ts';

type Value = CampaignEntry['changes'][number]['before'];
type Held = Partial<Record<string, Value | number[]>>;

/** As which columns the audit log has those fields that are amounts. */
const cents: Partial<Record<CampaignField, string>> = { budget: 'budget_cents', click_price: 'click_cents' };

/** The history of a campaign: what each change has made of its fields, whether an administrator did it, and whether it was held from then on. */
export async function presentCampaignHistory(db: Db, rows: readonly HistoryRow[]): Promise<CampaignEntry[]> {
  const told = rows.map(({ content }): [before: Held, after: Held] => {
    const { before = {}, after = {} } = JSON.parse(content ?? '{}') as { before?: Held; after?: Held };
    return [before, after];
  });
  const changed = told.map((both, at): [before: Held, after: Held] =>
    rows[at]!.action === 'campaign_changed' ? both : [{}, {}],
  );
  const ids = changed.flat().flatMap(({ places = [] }) => places as number[]);
  const names = new Map((await findPlaceNames(db, [...new Set(ids)])).map(({ id, name }) => [id, name]));
  const heldBy = (field: CampaignField, of: Held): Value => {
    const value = of[cents[field] ?? field] ?? null;
    if (field === 'places') return ((value ?? []) as number[]).flatMap((id) => names.get(id) ?? []);
    return cents[field] && typeof value === 'number' ? value / 100 : (value as Value);
  };
  return presentHistory(rows).map((entry, at) => {
    const [before, after] = changed[at]!;
    const fields = campaignFields.filter((field) => (cents[field] ?? field) in { ...before, ...after });
    const changes = fields.map((field) => ({
      field,
      before: heldBy(field, before),
      after: heldBy(field, after),
    }));
    const { held } = told[at]![1] as { held?: boolean };
    // Of administrators alone the reason is kept.
    return { ...entry, changes, by_administrator: entry.reason !== null, held: held ?? null };
  });
}
