// Lints the API descriptions named on the command line; exit status 2 if anything is found.
//
// The rules look at the bundle, since they do not follow an example to the file that holds it: lines in
// their findings are lines of the bundle.
//
// Redocly's linter is used as a library: the command around it brings ten times the packages, telemetry
// and a look for updates. Source: https://redocly.com/docs/cli/rules
//
// Descriptions of AsyncAPI also go through the parser of its makers, which other tools are made of.
import asyncapi from '@asyncapi/parser';
import { bundle, formatProblems, getTotals, lintFromString, loadConfig } from '@redocly/openapi-core';
import { fileURLToPath } from 'node:url';

// The values of every $ref below `node`, at any depth.
function* references(node) {
    for (const [key, value] of Object.entries(node)) {
        if (key === '$ref' && typeof value === 'string') yield value;
        else if (value !== null && typeof value === 'object') yield* references(value);
    }
}

// The references of a bundle that do not lead to a place within it. Redocly looks at those of
// OpenAPI only.
function danglingReferences(document) {
    const found = (reference) => reference.startsWith('#/') && reference.slice(2).split('/')
        .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce((node, step) => node?.[step], document) !== undefined;
    return [...references(document)].filter((reference) => !found(reference));
}

// The errors and warnings of AsyncAPI's parser, a line each. It also names newer versions.
async function refusalsOfAsyncapi(document, source) {
    if (document.asyncapi === undefined) return [];
    const { diagnostics } = await new asyncapi.Parser().parse(source);
    return diagnostics.filter(({ severity }) => severity <= asyncapi.DiagnosticSeverity.Warning)
        .map(({ code, path, message }) => `${code} at /${path.join('/')}: ${message}`);
}

const config = await loadConfig({
    configPath: fileURLToPath(new URL('redocly.yaml', import.meta.url)),
});
let found = 0;
for (const ref of process.argv.slice(2)) {
    const { bundle: { parsed }, problems: unresolved } = await bundle({ ref, config });
    const source = JSON.stringify(parsed, null, 1);
    const problems = [...unresolved, ...await lintFromString({ source, absoluteRef: ref, config })];
    const totals = getTotals(problems);
    formatProblems(problems, { format: 'stylish', totals, version: '' });
    const dangling = danglingReferences(parsed);
    for (const reference of dangling) console.log(`${ref}: ${reference} leads nowhere`);
    const refusals = await refusalsOfAsyncapi(parsed, source);
    for (const refusal of refusals) console.log(`${ref}: ${refusal}`);
    const errors = totals.errors + dangling.length + refusals.length;
    console.log(`${ref}: ${errors} errors, ${totals.warnings} warnings`);
    found += errors + totals.warnings;
}
process.exitCode = found === 0 ? 0 : 2;
