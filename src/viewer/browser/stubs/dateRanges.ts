/** Replaces cues of date ranges, which are not shown. */
export default class {
  setOffset() {}
  setPendingDateRanges() {}
  processDateRanges() {}
  getDateRangesToProcess() {
    return [];
  }
}
