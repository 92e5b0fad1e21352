import type { PointerEvent } from 'react';
import type { ChosenListing } from '../../../../contract/place-lists.ts';
import { OrderedRow } from '../../desk/ordered-row.tsx';
import { listRules } from '../../messages/en/list-rules.ts';
import { orderedRows } from '../../messages/en/ordered-rows.ts';
import { placeListsDesk as words } from '../../messages/en/place-lists-desk.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';

interface ChosenRowProps {
  row: ChosenListing;
  at: number;
  of: number;
  /** Which one it is of those that are not hidden; null where it is. */
  number: number | null;
  hint: string;
  isDragged: boolean;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onRules: () => void;
  onRemove: () => void;
}

/** One listing that is chosen for a place, with its rules and who hides it. */
export function ChosenRow({ row, onRules, onRemove, ...order }: ChosenRowProps) {
  const { name, category, subcategory, rules, is_active, hidden_by_house, hidden_by_partner } = row;
  return (
    <OrderedRow
      {...order}
      name={name}
      isHidden={order.number === null}
      note={
        <>
          <p className={list.note}>{subcategory ?? category}</p>
          {rules && <p className={list.note}>{listRules.shown(rules)}</p>}
          {hidden_by_partner && <StatusBadge look="over">{words.hiddenByPartner}</StatusBadge>}
          {hidden_by_house && <StatusBadge look="over">{words.hiddenByHouse}</StatusBadge>}
          {!is_active && <StatusBadge look="over">{words.inactive}</StatusBadge>}
        </>
      }
    >
      <Button look="quiet" aria-label={orderedRows.named(words.rules, name)} onClick={onRules}>
        {words.rules}
      </Button>
      <Button look="quiet" aria-label={orderedRows.named(words.remove, name)} onClick={onRemove}>
        {words.remove}
      </Button>
    </OrderedRow>
  );
}
