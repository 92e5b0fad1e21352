import type { ReactNode } from 'react';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import styles from '../../desk/change-history.module.css';
import { Detail, DetailLines } from '../../desk/detail.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';
import { desk } from '../../messages/en/desk.ts';
import { dollars } from '../../messages/en/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { CampaignStatus } from './campaign-columns.tsx';
import { type CampaignDeed, deedsOf } from './campaign-sheet.tsx';
import { toCampaignResults } from './campaigns-tabs.ts';

interface CampaignDetailProps {
  campaign: Campaign;
  /** The address of its editor. */
  editor: string;
  onAct: (deed: CampaignDeed) => void;
}

const isBegin = (does: CampaignDeed['does']) => does === 'start' || does === 'resume';

/** One campaign: how it stands and what it waits for, what was counted, what it is, and what can be done about it. */
export function CampaignDetail({ campaign, editor, onAct }: CampaignDetailProps) {
  const isAdmin = useSession().role === 'admin';
  const { columns, facts } = words;
  const { time_from, time_until, most_a_day, credited } = campaign;
  const notices = [
    ...[words.waitsFor(campaign), words.heldOf(campaign, isAdmin)],
    ...[words.lackOf(campaign), campaign.lacks ? null : words.neverIn(campaign.never_in), words.turnsOf(campaign)],
  ].filter((one) => one !== null);
  const deeds = deedsOf(campaign, isAdmin);
  const all: readonly (readonly [string, ReactNode])[] = [
    [columns.state, <CampaignStatus key="state" {...campaign} />],
    [columns.delivered, words.delivered(campaign)],
    [columns.clicks, words.number(campaign.clicks)],
    [columns.spent, words.spent(campaign)],
    [facts.credited, credited !== null && credited > 0 && dollars(credited)],
    [columns.listing, campaign.listing],
    [columns.advertiser, isAdmin && campaign.advertiser],
    [facts.paid, words.paid(campaign)],
    [columns.days, words.days(campaign.first_day, campaign.last_day)],
    [facts.mostADay, most_a_day !== null && words.number(most_a_day)],
    [facts.times, words.times(time_from, time_until)],
    [facts.languages, words.languagesOf(campaign.languages)],
    [facts.lists, words.listsOf(campaign.places, campaign.categories)],
    [columns.updated, words.moment(campaign.updated_at)],
  ];
  return (
    <Detail label={words.detail} title={campaign.name} facts={all.filter(([, value]) => value)}>
      {notices.map((one) => (
        <Notice key={one}>{one}</Notice>
      ))}
      <div className={page.actions}>
        {deeds.filter(isBegin).map((does) => (
          <Button key={does} onClick={() => onAct({ does, campaign })}>
            {words.actions[does]}
          </Button>
        ))}
        {campaign.state !== 'ended' && (
          <ButtonLink look="plain" to={editor}>
            {words.actions.edit}
          </ButtonLink>
        )}
        {campaign.state !== 'draft' && (
          <ButtonLink look="plain" to={toCampaignResults(campaign, hawaiiDay(new Date()))}>
            {words.actions.results}
          </ButtonLink>
        )}
        {deeds
          .filter((does) => !isBegin(does))
          .map((does) => (
            <Button key={does} look="plain" onClick={() => onAct({ does, campaign })}>
              {words.actions[does]}
            </Button>
          ))}
      </div>
      <p className={list.note}>{words.figures}</p>
      <DetailLines
        title={isAdmin ? desk.history : words.history}
        lines={campaign.history.map((entry, index) => ({
          key: `${entry.at} ${index}`,
          line: words.actionOf(entry),
          note: (
            <>
              {/* Which administrator did it is not told to advertisers. */}
              <p>
                {[isAdmin ? desk.entryBy(entry.at, entry.by) : words.entryAt(entry), entry.reason]
                  .filter(Boolean)
                  .join(': ')}
              </p>
              {entry.changes.length > 0 && (
                <ul className={styles.changes}>
                  {entry.changes.map((change) => (
                    <li key={change.field}>{words.changeOf(change)}</li>
                  ))}
                </ul>
              )}
            </>
          ),
        }))}
      />
    </Detail>
  );
}
