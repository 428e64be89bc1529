/** Replaces content steering: a core is a single server. */
export default class {
  manifestType_ = 'HLS';
  steeringManifest = { ttl: 0 };
  queryBeforeStart = false;
  currentPathwayClones = new Map();
  nextPathwayClones = new Map();
  on() {}
  dispose() {}
  addAvailablePathway() {}
  clearAvailablePathways() {}
  excludePathway() {}
  assignTagProperties() {}
  requestSteeringManifest() {}
  getPathway() {
    return null;
  }
  getAvailablePathways() {
    return new Set();
  }
}
