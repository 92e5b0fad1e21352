import { type RawFormat, type RawSource, rawFormats, rawSources } from '../../../../contract/export-limits.ts';
import { workDesk as words } from '../../messages/en/work-desk.ts';
import { Select } from '../../ui/field.tsx';
import { ExportForm } from './export-form.tsx';

/** What `new` in the address names. */
export const rowsExport = 'raw-export';

/** Asks for the events of some days, or for what else is kept row by row, as a file for tools of the house's own. */
export const ExportRows = () => (
  <ExportForm
    name={rowsExport}
    title={words.rowsTitle}
    text={words.rowsText}
    send={(body, { text }, api) =>
      api('POST /api/admin/exports/events', {
        body: { ...body, of: text('of') as RawSource, format: text('format') as RawFormat },
      })
    }
  >
    <Select label={words.rowsOf} name="of">
      {rawSources.map((one) => (
        <option key={one} value={one}>
          {words.rawSources[one]}
        </option>
      ))}
    </Select>
    <Select label={words.rowsFormat} name="format">
      {rawFormats.map((one) => (
        <option key={one} value={one}>
          {words.rawFormats[one]}
        </option>
      ))}
    </Select>
  </ExportForm>
);
