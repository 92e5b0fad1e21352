export const least: number;
export interface Mutant {
  status: string;
  location: Record<'start' | 'end', { line: number; column: number }>;
  replacement: string;
}
export function readScore(report: { files: Record<string, { source: string; mutants: Mutant[] }> }): {
  mutants: number;
  caught: number;
  percent: number;
  alive: string[];
};
