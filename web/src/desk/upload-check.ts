/** What a file has to be: kinds as `accept` of an input names them (`.csv`, `text/csv`, `image/*`), and no larger than so many bytes. */
export interface UploadRules {
  accept: readonly string[];
  mostBytes: number;
}

export type UploadFault = 'kind' | 'spreadsheet' | 'large' | 'empty';

/** What spreadsheets keep their own files as. */
const spreadsheet = /\.(xlsx?|ods|numbers)$/i;

type Described = Pick<File, 'name' | 'type' | 'size'>;

/** What is wrong with a file, as far as its description says; the server looks into it besides. */
export function uploadFault(file: Described, { accept, mostBytes }: UploadRules): UploadFault | null {
  if (!accept.some((kind) => isOf(file, kind)))
    return accept.includes('.csv') && spreadsheet.test(file.name) ? 'spreadsheet' : 'kind';
  if (file.size === 0) return 'empty';
  return file.size > mostBytes ? 'large' : null;
}

function isOf({ name, type }: Described, kind: string): boolean {
  if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
}
