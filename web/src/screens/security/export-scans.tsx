import { workDesk as words } from '../../messages/en/work-desk.ts';
import { ExportForm } from './export-form.tsx';

/** What `new` in the address names. */
export const scansExport = 'scans-export';

/** Asks for the scans of some days as a file. */
export const ExportScans = () => (
  <ExportForm
    name={scansExport}
    title={words.exportTitle}
    text={words.exportText}
    send={(body, _filled, api) => api('POST /api/admin/exports/scans', { body })}
  />
);
