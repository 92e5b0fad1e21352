export interface PlantedFault {
  fault: string;
  file: string;
  /** What stands once in the file, and what is written instead. */
  find: string;
  plant: string;
  also?: { find: string; plant: string };
  /** The file and the name of the test that has to fail. */
  test: string;
  name: string;
}
export const plantedFaults: PlantedFault[];
