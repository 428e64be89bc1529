/** The units of an Annex B stream, without their start codes. */
export function unitsIn(bytes: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  let from = -1;
  for (let i = 0; i + 2 < bytes.length; i += 1) {
    if (bytes[i] !== 0 || bytes[i + 1] !== 0 || bytes[i + 2] !== 1) continue;
    if (from >= 0) units.push(bytes.subarray(from, i));
    from = i + 3;
    i += 2;
  }
  if (from >= 0) units.push(bytes.subarray(from));
  return units;
}

/** A parameter set is no longer than this; what claims to be is none. */
const LONGEST_SET = 1024;

/** The payload of a unit, without emulation prevention bytes. */
export function payloadOf(unit: Uint8Array): Uint8Array {
  const said: number[] = [];
  let zeros = 0;
  for (const byte of unit.subarray(0, LONGEST_SET)) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    said.push(byte);
  }
  return Uint8Array.from(said);
}
