/** In the place of what makes cues of the date ranges in a playlist: nothing shows them. */
export default class {
  setOffset() {}
  setPendingDateRanges() {}
  processDateRanges() {}
  getDateRangesToProcess() {
    return [];
  }
}
