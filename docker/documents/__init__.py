"""Documents that are installed with the programs, made from what these print of themselves."""
