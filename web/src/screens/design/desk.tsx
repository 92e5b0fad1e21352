import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { design } from '../../messages/en/design.ts';
import { DeskCharts } from './desk-charts.tsx';
import { DeskDetail, DeskTable, rowOf } from './desk-table.tsx';
import { DeskPolled, DeskWork } from './desk-work.tsx';

const words = design.desk;
const pieces = { table: DeskTable, charts: DeskCharts, work: DeskWork, polled: DeskPolled };
type Piece = keyof typeof pieces;

/** What desks are made of, each piece in each of its states, in a desk of its own. Part of the demo only. */
export function DesignDeskScreen() {
  const address = useTableAddress();
  const asked = address.get('piece') ?? '';
  const current: Piece = asked in pieces ? (asked as Piece) : 'table';
  const Shown = pieces[current];
  const open = rowOf(address.get('open'));
  return (
    <DeskFrame
      title={words.title}
      sentence={words.sentence}
      tabs={(Object.keys(pieces) as Piece[]).map((piece) => ({
        to: `/dev/design/desk?piece=${piece}`,
        label: words.pieces[piece],
        current: piece === current,
      }))}
      detail={open && <DeskDetail row={open} />}
    >
      <Shown />
    </DeskFrame>
  );
}
