/** In the place of what changes requests on their way, or makes them again: the engine does the latter by itself. */
module.exports = class {
  getIsEnabled() {
    return false;
  }
};
