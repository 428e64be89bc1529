/** Replaces request interceptors and retries: the engine retries by itself. */
module.exports = class {
  getIsEnabled() {
    return false;
  }
};
