import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, CellType, TableColumns, TableRows } from './cells.ts';

/** So many rows are held until they are written together: fewer compress worse, more block the process longer. */
const rowsPerGroup = 20_000;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

const types: Record<CellType, Omit<Schema[number], 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  day: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
};

/** Writes a table as Parquet, a group of rows at a time as they come; any cell may be null. */
export async function* writeParquet(
  columns: TableColumns,
  parts: AsyncIterable<TableRows>,
): AsyncGenerator<Uint8Array> {
  const fields = Object.entries(columns);
  const schema: Schema = [
    { name: 'root', num_children: fields.length },
    ...fields.map(([name, type]) => ({ name, repetition_type: 'OPTIONAL' as const, ...types[type] })),
  ];
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema });
  /** What is written so far and was not taken yet: its places in the file go on counting. */
  const take = () => {
    const taken = bytes.getBytes().slice();
    bytes.index = 0;
    return taken;
  };
  let held: TableRows[number][] = [];
  const writeGroup = () => {
    const columnData = fields.map(([name, type]) => ({ name, data: held.map((row) => cellOf(type, row[name]!)) }));
    held = [];
    // With no `flush` of its own its writer answers at once.
    void file.write({ columnData, rowGroupSize: rowsPerGroup });
    return take();
  };
  for await (const rows of parts) {
    held = held.concat(rows);
    if (held.length >= rowsPerGroup) yield writeGroup();
  }
  if (held.length > 0) yield writeGroup();
  void file.finish();
  yield take();
}

const cellOf = (type: CellType, cell: Cell) => (type === 'day' && cell ? new Date(cell as string) : cell);
