// Prints the bundle that Redocly makes of the API description named on the command line, as JSON.
import { bundle, loadConfig } from '@redocly/openapi-core';

const config = await loadConfig();
const { bundle: made, problems } = await bundle({ ref: process.argv[2], config });
if (problems.length > 0) throw new Error(problems.map((problem) => problem.message).join('\n'));
console.log(JSON.stringify(made.parsed));
