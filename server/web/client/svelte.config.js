/** Warnings of the compiler are faults: accessibility first of all. */
export default {
  compilerOptions: { runes: true },
  onwarn(warning) {
    throw new Error(`${warning.filename}: ${warning.message} (${warning.code})`);
  },
};
