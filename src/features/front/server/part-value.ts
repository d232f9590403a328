/** A part of the front as it is now. `text`: as a change has it, JSON with its keys in one order. */
export interface PartValue {
  part: string;
  text: string;
}
