"""What typed words mean: the values they name, the actions they agree with, and how sure that is."""
